import { Html, html } from '../kit/html.js';
import { anchorOf } from './anchors.js';
import { callsOf, referredName, type Call, type OpenApiDocument } from './openapi-document.js';
import { heading, operationArticle, parameterField } from './operation.page.js';
import { REFERENCE_ICON } from './reference-icon.js';
import { REFERENCE_SCRIPT } from './reference.script.js';
import { REFERENCE_STYLE } from './reference.style.js';
import { fieldList, prose, propertiesOf } from './schema.page.js';

/** An error with more operations than these lists none. */
const MAX_OPERATIONS = 20;

/** A link to the reference of another host. */
export interface OtherReference {
  readonly title: string;
  readonly url: string;
}

/**
 * The reference of an API as a page, which needs no further request.
 * @param guidesUrl the index of the guides
 */
export function referencePage(document: OpenApiDocument, other: OtherReference, guidesUrl: string): string {
  const { info, components } = document;
  const calls = callsOf(document);
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} API reference</title>
${REFERENCE_ICON}
<style>${new Html(REFERENCE_STYLE)}</style>
</head>
<body id="top">
<header>
<a href="#top">${info.title}</a>
<div class="search" role="search">
<label for="query">Search</label>
<input id="query" type="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false" placeholder="Search: press /">
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
</div>
</header>
<nav aria-label="Contents">${contents(document)}</nav>
<main>
${introduction(document, other, guidesUrl)}
${document['x-tagGroups'].map(
  ({ name, tags }) => html`<section class="group"><p class="group-name">${name}</p>
${tags.map((tag) => tagSection(tag, calls, document))}</section>`,
)}
<section id="shared-parameters">${heading(2, 'shared-parameters', 'Shared parameters')}
${Object.entries(components.parameters).map(([name, parameter]) => sharedParameter(name, parameter))}</section>
<section id="errors">${heading(2, 'errors', 'Errors')}${errorArticles(calls)}</section>
<section id="schemas">${heading(2, 'schemas', 'Schemas')}
${Object.keys(components.schemas).map((name) => schemaArticle(name, calls, document))}</section>
</main>
<p id="status" role="status"></p>
<script>${new Html(REFERENCE_SCRIPT)}</script>
</body>
</html>
`;
  return text;
}

function contents(document: OpenApiDocument): Html {
  const groups = document['x-tagGroups'].map(({ name, tags }) => ({
    name,
    links: tags.map((tag) => ({ id: anchorOf.tag(tag), title: tag })),
  }));
  const reference = {
    name: 'Reference',
    links: [
      { id: 'shared-parameters', title: 'Shared parameters' },
      { id: 'errors', title: 'Errors' },
      { id: 'schemas', title: 'Schemas' },
    ],
  };
  return html`${[...groups, reference].map(
    ({ name, links }) => html`<p>${name}</p>
<ul>${links.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
`,
  )}`;
}

function introduction(
  { info, servers, components }: OpenApiDocument,
  { title, url }: OtherReference,
  guidesUrl: string,
): Html {
  const keys = Object.values(components.securitySchemes).map(
    ({ description }) => html`<li>${prose(description)}</li>`,
  );
  return html`<h1>${info.title} API reference</h1>
<p>${prose(info.description)}</p>
<p>Version ${info.version}. Address: <code>${servers[0].url}</code>. As OpenAPI: <a href="/openapi.json">openapi.json</a>. See also: <a href="${url}">${title}</a>, <a href="${guidesUrl}">guides</a>.</p>
<p>Keys:</p><ul>${keys}</ul>
`;
}

function tagSection(tag: string, calls: readonly Call[], document: OpenApiDocument): Html {
  const id = anchorOf.tag(tag);
  const own = calls.filter(({ tags }) => tags.includes(tag));
  const description = document.tags.find(({ name }) => name === tag)?.description ?? '';
  const list = own.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="#${anchorOf.operation(operationId)}"><b class="${method.toLowerCase()}">${method}</b> <code>${path}</code> ${summary}</a></li>`,
  );
  return html`<section class="tag" id="${id}">${heading(2, id, tag)}<p>${prose(description)}</p>
<ul class="list">${list}</ul>
${own.map((call) => operationArticle(call, document))}</section>
`;
}

function sharedParameter(name: string, parameter: OpenApiDocument['components']['parameters'][string]): Html {
  const id = anchorOf.parameter(name);
  const place = parameter.in === 'header' ? 'Header' : 'Query parameter';
  return html`<article class="parameter" id="${id}">${heading(3, id, name)}<p class="access">${place}</p>
${fieldList([parameterField(parameter, `${id}.${parameter.name}`)], 'sent')}</article>
`;
}

interface DocumentedError {
  readonly status: string;
  readonly message: string;
  readonly calls: Call[];
}

function errorArticles(calls: readonly Call[]): Html[] {
  const errors = new Map<string, DocumentedError>();
  for (const call of calls)
    for (const [status, { content }] of Object.entries(call.responses))
      for (const [code, { value }] of Object.entries(content?.['application/json']?.examples ?? {})) {
        const error = errors.get(code) ?? { status, message: value.message ?? '', calls: [] };
        error.calls.push(call);
        errors.set(code, error);
      }
  return [...errors]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, error]) => errorArticle(code, error));
}

function errorArticle(code: string, { status, message, calls }: DocumentedError): Html {
  const id = anchorOf.error(code);
  return html`<article class="error" id="${id}">${heading(3, id, code)}
<p><b>${status}</b> <span class="message">${message}</span></p>
<p>Returned by: ${calls.length > MAX_OPERATIONS ? `${calls.length} operations` : callLinks(calls)}.</p></article>
`;
}

function callLinks(calls: readonly Call[]): Html {
  return html`${calls.map(
    ({ operationId, summary }, index) =>
      html`${index === 0 ? '' : ', '}<a href="#${anchorOf.operation(operationId)}">${summary}</a>`,
  )}`;
}

/** The parameters of a body are shown with its operation. */
function schemaArticle(name: string, calls: readonly Call[], { components }: OpenApiDocument): Html {
  const id = anchorOf.schema(name);
  const schema = components.schemas[name] ?? {};
  const sentBy = calls.filter(({ requestBody }) => contentNames(requestBody?.content).includes(name));
  const example = sentBy.length > 0 ? undefined : exampleOf(name, calls);
  return html`<article class="schema" id="${id}">${heading(3, id, name)}
${sentBy.length > 0 ? html`<p>Body of: ${callLinks(sentBy)}.</p>` : html`<p>${prose(schema.description ?? '')}</p>${fieldList(propertiesOf(schema, id), 'returned')}`}
${example === undefined ? undefined : html`<details><summary>Example</summary><pre><code>${JSON.stringify(example, null, 2)}</code></pre></details>`}</article>
`;
}

function contentNames(content: Call['responses'][string]['content'] = {}): string[] {
  return Object.values(content).flatMap(({ schema }) =>
    schema?.$ref === undefined ? [] : [referredName(schema.$ref)],
  );
}

/** The example of the first response that is this schema. */
function exampleOf(name: string, calls: readonly Call[]): unknown {
  const contents = calls.flatMap(({ responses }) => Object.values(responses).map(({ content }) => content));
  const found = contents.find((content) => contentNames(content).includes(name));
  return Object.values(found ?? {})[0]?.example;
}
