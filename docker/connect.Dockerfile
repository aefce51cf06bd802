# Kafka Connect with the sinks of ../connectors and footfall's converter.
ARG RUN_IMAGE=eclipse-temurin:17-jre
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-17

FROM ${RUN_IMAGE} AS runtime
COPY connectors/postgres.json docker/connect.properties docker/connect.sh docker/sink-healthy /etc/connect/
USER 10001:10001
EXPOSE 8083
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["bash", "/etc/connect/sink-healthy"]
ENTRYPOINT ["sh", "/etc/connect/connect.sh"]

# With target/connect as connectors/README.md fills it: docker build --target prebuilt.
FROM runtime AS prebuilt
COPY target/connect /opt/connect

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY pom.xml footfall LICENSE README.md ./
COPY src src
COPY topology-docs topology-docs
COPY connectors connectors
RUN mvn -B -ntp -Dmaven.test.skip=true package \
 && mvn -B -ntp -f connectors/pom.xml package \
 && tar xzf target/footfall-connect-[0-9]*.tar.gz --no-same-owner -C target/connect/plugins

FROM runtime
COPY --from=build /src/target/connect /opt/connect
