import { type Html, html } from '../kit/html.js';
import { anchorOf } from './anchors.js';
import { curlOf } from './curl.js';
import {
  referredName,
  type Call,
  type Media,
  type OpenApiDocument,
  type Parameter,
} from './openapi-document.js';
import { fieldList, prose, propertiesOf, typeOf, type Field } from './schema.page.js';

const JSON_TYPE = 'application/json';
const KEYS: Readonly<Record<string, string>> = {
  secretKey: 'secret key',
  publicKey: 'public key',
  controlToken: 'control token',
};
const PLACES = { path: 'Path', query: 'Query', header: 'Headers' };

/** A heading with a link to itself. */
export function heading(level: 2 | 3, id: string, title: Html | string): Html {
  const content = html`<span>${title}</span> <a class="anchor" href="#${id}" aria-label="Link to ${title}">#</a>`;
  return level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;
}

/** One operation: its parameters, response, errors and an example request. */
export function operationArticle(call: Call, { components }: OpenApiDocument): Html {
  const id = anchorOf.operation(call.operationId);
  const command = call['x-tollgate-command'];
  return html`<article class="operation" id="${id}">
${heading(3, id, call.summary)}
<p class="route"><b class="${call.method.toLowerCase()}">${call.method}</b> <code>${call.path}</code></p>
${textOf(call)}
<p class="access">${accessTo(call)}</p>
${(['path', 'query', 'header'] as const).map((place) => html`${parametersIn(place, call, id)}`)}
${bodyOf(call, id, components.schemas)}
${sharedParameters(call)}
${answersOf(call, id)}
${errorsOf(call)}
${command === undefined ? undefined : html`<h4>Command</h4><pre><code class="command">${command}</code></pre>`}
${call.server === undefined ? undefined : html`<h4>Example</h4><pre><code>${curlOf(call)}</code></pre>`}
</article>
`;
}

/** The description without its first sentence, which is the heading. */
function textOf({ summary, description = '' }: Call): Html | undefined {
  const text = description.startsWith(`${summary}.`)
    ? description.slice(summary.length + 1).trim()
    : description;
  return text === '' ? undefined : html`<p>${prose(text)}</p>`;
}

function accessTo({ security, server }: Call): Html {
  const keys = security.flatMap((scheme) => Object.keys(scheme)).map((name) => KEYS[name] ?? name);
  return html`${server === undefined ? undefined : html`At <code>${server}</code>. `}${keys.length === 0 ? 'No key.' : `Key: ${keys.join(' or ')}.`}`;
}

function parametersIn(place: Parameter['in'], { parameters }: Call, id: string): Html | undefined {
  const own = parameters.filter(({ $ref, in: other }) => $ref === undefined && other === place);
  const fields = own.map((parameter) => parameterField(parameter, `${id}.${place}.${parameter.name}`));
  return fields.length === 0 ? undefined : html`<h4>${PLACES[place]}</h4>${fieldList(fields, 'sent')}`;
}

export function parameterField({ name, schema, description, required }: Parameter, id: string): Field {
  return { id, name, schema, description, isRequired: required === true };
}

function bodyOf(
  { requestBody }: Call,
  id: string,
  schemas: OpenApiDocument['components']['schemas'],
): Html | undefined {
  const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
  if (!requestBody || !schema) return undefined;
  const named = schema.$ref === undefined ? schema : (schemas[referredName(schema.$ref)] ?? schema);
  return html`<h4>Body</h4><p class="access">${Object.keys(requestBody.content).join(' or ')}</p>
${fieldList(propertiesOf(named, `${id}.body`), 'sent')}`;
}

/** Links to the parameters that many operations share. */
function sharedParameters({ parameters }: Call): Html | undefined {
  const names = parameters.flatMap(({ $ref }) => ($ref === undefined ? [] : [referredName($ref)]));
  if (names.length === 0) return undefined;
  const links = names.map(
    (name, index) => html`${index === 0 ? '' : ', '}<a href="#${anchorOf.parameter(name)}">${name}</a>`,
  );
  return html`<p>Shared parameters: ${links}</p>`;
}

function answersOf({ responses }: Call, id: string): Html {
  const answers = Object.entries(responses).filter(([, { content }]) => !isRefusal(content));
  return html`<h4>Response</h4>${answers.map(
    ([status, { description, content = {} }]) =>
      html`<p><b>${status === 'default' ? 'Other' : status}</b> ${prose(description)} ${Object.entries(content).map(([type, media]) => contentOf(type, media))}</p>
${fieldList(propertiesOf(content[JSON_TYPE]?.schema ?? {}, `${id}.${status}`), 'returned')}`,
  )}`;
}

function contentOf(type: string, { schema }: Media): Html {
  return type === JSON_TYPE && schema ? html`${typeOf(schema)}` : html`<code>${type}</code> `;
}

function errorsOf({ responses }: Call): Html | undefined {
  const refusals = Object.entries(responses).flatMap(([status, { content }]) =>
    isRefusal(content)
      ? [
          html`<li><b>${status}</b>${codesIn(content).map((code) => html` <a href="#${anchorOf.error(code)}">${code}</a>`)}</li>`,
        ]
      : [],
  );
  return refusals.length === 0 ? undefined : html`<h4>Errors</h4><ul class="errors">${refusals}</ul>`;
}

function isRefusal(content: Readonly<Record<string, Media>> | undefined): boolean {
  return codesIn(content).length > 0;
}

function codesIn(content: Readonly<Record<string, Media>> | undefined): string[] {
  return Object.keys(content?.[JSON_TYPE]?.examples ?? {});
}
