package dev.edgewise.server.webhook;

import dev.edgewise.server.config.Build;
import dev.edgewise.server.store.delivery.Delivery;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import java.net.URI;

/** Traces whose spans are exported to an OpenTelemetry collector. */
public final class RecordedTraces implements Traces {
  private static final AttributeKey<String> TASK = AttributeKey.stringKey("edgewise.task.id");
  private static final AttributeKey<String> KEY = AttributeKey.stringKey("edgewise.delivery.key");
  private static final AttributeKey<Long> ATTEMPT = AttributeKey.longKey("edgewise.attempt");
  private static final AttributeKey<Long> STATUS =
      AttributeKey.longKey("http.response.status_code");

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  /**
   * @param endpoint the collector's base address, as OTEL_EXPORTER_OTLP_ENDPOINT names it
   */
  public RecordedTraces(URI endpoint) {
    String base = endpoint.toString().replaceFirst("/+$", "");
    var exporter = OtlpHttpSpanExporter.builder().setEndpoint(base + "/v1/traces").build();
    provider =
        SdkTracerProvider.builder()
            .setResource(
                Resource.getDefault().toBuilder()
                    .put("service.name", "edgewise")
                    .put("service.version", Build.CURRENT.version())
                    .build())
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build();
    tracer = provider.get("edgewise");
  }

  @Override
  public Span begin(Delivery delivery) {
    String trace = Traces.traceId(delivery);
    // The batch is the parent of its calls, although no span is recorded for it.
    SpanContext batch =
        SpanContext.createFromRemoteParent(
            trace, trace.substring(0, 16), TraceFlags.getSampled(), TraceState.getDefault());
    var span =
        tracer
            .spanBuilder("webhook " + delivery.trigger().word())
            .setParent(Context.root().with(io.opentelemetry.api.trace.Span.wrap(batch)))
            .setSpanKind(SpanKind.CLIENT)
            .setAttribute(TASK, delivery.task().toString())
            .setAttribute(KEY, delivery.key())
            .setAttribute(ATTEMPT, (long) delivery.attempt())
            .startSpan();
    return new Recorded(span);
  }

  @Override
  public void close() {
    provider.close();
  }

  /** A span that is exported when it ends. */
  private record Recorded(io.opentelemetry.api.trace.Span span) implements Span {
    @Override
    public String traceparent() {
      SpanContext context = span.getSpanContext();
      return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-01";
    }

    @Override
    public void end(CallReply reply) {
      if (reply instanceof CallReply.Answered answered) {
        span.setAttribute(STATUS, (long) answered.status());
      }
      if (!reply.accepted()) {
        span.setStatus(StatusCode.ERROR, reply.failure());
      }
    }

    @Override
    public void close() {
      span.end();
    }
  }
}
