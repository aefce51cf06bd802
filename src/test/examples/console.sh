kafka-console-consumer.sh --bootstrap-server HOST:PORT --command-config client.properties \
    --topic footfall.lines --from-beginning --isolation-level read_committed --timeout-ms 10000 \
    --formatter-property print.partition=true --formatter-property print.key=true \
    --formatter-property print.headers=true
