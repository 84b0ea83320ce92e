package dev.edgewise.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of deliveries.
 *
 * @param nextCursor the {@code cursor} of the next page; null on the last one
 */
public record DeliveryList(List<Delivery> items, @Nullable String nextCursor) {}
