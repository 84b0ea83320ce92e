// The form for the inputs of a workflow, made from their JSON Schemas.
import { html, nothing } from './lit/lit-html.js';

const TYPES = { boolean: 'boolean', integer: 'integer', number: 'number', string: 'string' };

/** The fields for declared inputs: `any` takes JSON or a text, `json` only JSON. */
export function fieldsOf(inputs) {
  return Object.entries(inputs ?? {}).map(([name, { schema, ...declared }]) => {
    const shape = schema !== null && typeof schema === 'object' ? schema : {};
    const type = shape.enum ? 'choice' : TYPES[shape.type] ?? (shape.type ? 'json' : 'any');
    return {
      name, type, hasDefault: 'default' in declared, initial: declared.default, options: shape.enum ?? [],
      text: shape.title ?? name, hint: shape.description ?? '', min: shape.minimum, max: shape.maximum,
    };
  });
}

/** A value as the text of its field. */
export function asText({ type }, value) {
  if (value === undefined) return '';
  return type === 'string' || (type === 'any' && typeof value === 'string') ? value : JSON.stringify(value);
}

/** The value that a user wrote; undefined leaves the input out. Throws a SyntaxError if it is not JSON where it must be. */
export function valueOf(field, written) {
  switch (field.type) {
    case 'boolean': return written === '' ? undefined : written === 'true';
    case 'choice': return written === '' ? undefined : field.options[Number(written)];
    case 'string': return written === '' && field.hasDefault ? undefined : written;
    case 'integer':
    case 'number': return written.trim() === '' ? undefined : Number(written);
    default: return written.trim() === '' ? undefined : parsed(field, written);
  }
}

function parsed({ type }, written) {
  try {
    return JSON.parse(written);
  } catch (error) {
    if (type === 'any') return written;
    throw error;
  }
}

/** The inputs of a run, or the problems with what was written. */
export function inputsOf(fields, written) {
  const inputs = {};
  const problems = [];
  for (const field of fields) {
    try {
      const value = valueOf(field, written[field.name] ?? '');
      if (value !== undefined) inputs[field.name] = value;
    } catch {
      problems.push(`${field.text} is not valid JSON.`);
    }
  }
  return { inputs, problems };
}

/** The controls of a form, named like the inputs. */
export function controls(fields) {
  return fields.map((field) => html`<label class="field"><span>${field.text}${field.hasDefault ? html` <span class="faint">optional</span>` : nothing}</span>
    ${control(field)}${field.hint ? html`<span class="faint">${field.hint}</span>` : nothing}</label>`);
}

function control(field) {
  const { name, type, initial, options, min = nothing, max = nothing } = field;
  if (type === 'boolean' || type === 'choice') {
    const choices = type === 'boolean' ? [['true', true], ['false', false]] : options.map((option, i) => [String(i), option]);
    return html`<select name=${name}>${field.hasDefault ? nothing : html`<option value="">choose</option>`}${choices.map(([value, option]) =>
      html`<option value=${value} ?selected=${JSON.stringify(option) === JSON.stringify(initial)}>${
        typeof option === 'string' ? option : JSON.stringify(option)}</option>`)}</select>`;
  }
  if (type === 'integer' || type === 'number') {
    return html`<input name=${name} type="number" step=${type === 'integer' ? 1 : 'any'} min=${min} max=${max}
      value=${asText(field, initial)} ?required=${!field.hasDefault}>`;
  }
  if (type === 'string') return html`<input name=${name} value=${asText(field, initial)}>`;
  return html`<textarea name=${name} rows="2" placeholder=${type === 'any' ? 'a text or JSON' : 'JSON'} ?required=${!field.hasDefault}
    .value=${asText(field, initial)}></textarea>`;
}
