package footfall.topology;

import java.util.Set;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.state.StoreBuilder;

/** The assembler's one store: each more changelog were one more partition in every transaction. */
record AssemblySupplier(TopologySettings settings, TaskContext context)
    implements ProcessorSupplier<String, byte[], String, Object> {

  @Override
  public Processor<String, byte[], String, Object> get() {
    return new AssemblyShell(settings, context);
  }

  @Override
  public Set<StoreBuilder<?>> stores() {
    return Set.of(new RowStoreBuilder(Tables.ASSEMBLER, context.watch()));
  }
}
