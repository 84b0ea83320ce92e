package dev.edgewise.server.http;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.edgewise.api.Extensible;
import dev.edgewise.api.JsonName;
import dev.edgewise.api.WireName;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.Version;
import tools.jackson.databind.PropertyName;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Maps the wire records for Jackson without annotations in them: enums are spelled by {@link
 * WireName}, and components that are not {@link Nullable} are required.
 */
final class WireIntrospector extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1;

  @Override
  public Version version() {
    return Version.unknownVersion();
  }

  @Override
  public String[] findEnumValues(
      MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] names) {
    for (int i = 0; i < constants.length; i++) {
      if (constants[i] instanceof WireName named) {
        names[i] = named.wireName();
      }
    }
    return names;
  }

  @Override
  public JsonIgnoreProperties.Value findPropertyIgnoralByName(
      MapperConfig<?> config, Annotated type) {
    return Extensible.class.isAssignableFrom(type.getRawType())
        ? JsonIgnoreProperties.Value.forIgnoreUnknown(true)
        : JsonIgnoreProperties.Value.empty();
  }

  @Override
  public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
    return required(member) ? Boolean.TRUE : null;
  }

  @Override
  public JsonSetter.Value findSetterInfo(MapperConfig<?> config, Annotated member) {
    return required(member) ? JsonSetter.Value.forValueNulls(Nulls.FAIL) : JsonSetter.Value.empty();
  }

  @Override
  public @Nullable PropertyName findNameForSerialization(MapperConfig<?> config, Annotated member) {
    return named(member);
  }

  @Override
  public @Nullable PropertyName findNameForDeserialization(
      MapperConfig<?> config, Annotated member) {
    return named(member);
  }

  private static @Nullable PropertyName named(Annotated member) {
    AnnotatedElement element = member.getAnnotated();
    if (element == null) {
      return null;
    }
    JsonName name = element.getAnnotation(JsonName.class);
    return name == null ? null : PropertyName.construct(name.value());
  }

  private static boolean required(Annotated member) {
    if (!(member instanceof AnnotatedParameter parameter)
        || !parameter.getDeclaringClass().isRecord()) {
      return false;
    }
    RecordComponent component =
        parameter.getDeclaringClass().getRecordComponents()[parameter.getIndex()];
    return !nullable(component.getAnnotatedType());
  }

  static boolean nullable(AnnotatedType type) {
    return type.isAnnotationPresent(Nullable.class);
  }
}
