import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {apiVersionOf} from '../../../objects/resources.js';
import {fullName, type ApiResource, type ApiResources} from '../../discovery.js';
import {PlainText} from '../../explain/plain-text.js';
import {documentFrom, type OpenAPIDocument} from '../../explain/open-api.js';
import {SwaggerText} from '../../explain/swagger-text.js';
import {CommandFailure, noResourceType} from '../../failure.js';
import {parsePieces} from '../../../go/json-path/parser.js';
import {withPath} from '../../json-path.js';
import type {Invocation} from '../../invocation.js';
import {nestedString} from '../../../objects/unstructured.js';

/**
`kubectl explain`: fields and their types, from the server's schema.

@mirrors kubectl/pkg/cmd/explain
*/
export function* explain(invocation: Invocation): Routine<number | void> {
	const {words, flags} = invocation;
	const [word] = words;
	yield* invocation.target();
	if (word === undefined) {
		throw new CommandFailure(
			'You must specify the type of resource to explain. Use "kubectl api-resources" for a complete list of supported resources.\n',
		);
	}

	if (words.length > 1) {
		throw new CommandFailure('We accept only this format: explain RESOURCE\n');
	}

	const names = namesOf(word);
	const [first = ''] = names;
	const apiVersion = flags.text('api-version');
	const found = yield* invocation.lookUp((all) => resourceOf(all, names, apiVersion === ''));
	invocation.warnOfOthers(names[0] ?? '', yield* invocation.resources());
	if (!found) {
		throw new CommandFailure(noResourceType(first).message, {verbatim: true});
	}

	const {resource, path} = found;
	const format = flags.text('output') || 'plaintext';
	const slash = apiVersion.indexOf('/');
	const at = apiVersion
		? {...resource, group: apiVersion.slice(0, Math.max(0, slash)), version: apiVersion.slice(slash + 1)}
		: resource;
	const recursive = flags.on('recursive');
	if (format === 'plaintext-openapiv2') {
		const {definitions = {}} = documentFrom((yield* invocation.request('GET', '/openapi/v2')).body);
		invocation.out(new SwaggerText(definitions, recursive).explain(at, path));
		return;
	}

	const document = yield* documentOf(invocation, at);
	if (format !== 'plaintext') {
		throw new CommandFailure(`unrecognized format: ${format}`);
	}

	yield* note('kubectl.discover', {case: 'schema', word, apiVersion: apiVersionOf(at), kind: resource.kind, path});
	const printer = new PlainText(document, recursive);
	const kind = printer.kindOf(at);
	invocation.out(printer.heading(kind));
	invocation.out(printer.explain(kind, path));
}

/** The names in `pod.spec.containers`, read as JSONPath. */
const namesOf = (word: string): readonly string[] => {
	const [first] = withPath(() => parsePieces(`{.${word.replace(/\.$/, '')}}`));
	const steps = first?.kind === 'list' ? first.steps : [];
	return steps.map((step) => {
		if (step.kind !== 'field') {
			throw new CommandFailure('invalid jsonpath syntax, first node must be field node');
		}

		return step.name;
	});
};

/** The resource that the first name means, or the first names with its group, and the fields behind it. @mirrors kubectl/pkg/explain SplitAndParseResourceRequestWithMatchingPrefix */
const resourceOf = (
	all: ApiResources,
	names: readonly string[],
	withGroup: boolean,
): {readonly resource: ApiResource; readonly path: readonly string[]} | undefined => {
	const word = names.join('.');
	const whole = withGroup
		? all.all.find((one) => one.plural === names[0]?.toLowerCase() && word.startsWith(fullName(one)))
		: undefined;
	const resource = whole ?? all.named(names[0] ?? '');
	return resource && {resource, path: names.slice(whole?.group ? fullName(whole).split('.').length : 1)};
};

function* documentOf(
	invocation: Invocation,
	at: Pick<ApiResource, 'group' | 'version' | 'plural'>,
): Routine<OpenAPIDocument> {
	const {body} = yield* invocation.request('GET', '/openapi/v3');
	const name = at.group ? `apis/${at.group}/${at.version}` : `api/${at.version}`;
	const url = nestedString(body, 'paths', name, 'serverRelativeURL');
	if (url === undefined) {
		throw new CommandFailure(`couldn't find resource for "${at.group}/${at.version}, Resource=${at.plural}"`);
	}

	const [path = '', search = ''] = url.split('?');
	const {body: document} = yield* invocation.request('GET', path, {
		query: Object.fromEntries(new URLSearchParams(search)),
	});
	return documentFrom(document);
}
