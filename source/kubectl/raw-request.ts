import type {Request} from '../client/request.js';
import {isRecord} from '../kernel/record.js';
import type {Routine} from '../kernel/routine.js';
import {inGoOrder} from '../objects/field-order.js';
import {schemaIdOfKind} from '../objects/schema.js';
import type {RequestOptions} from './connection.js';
import {CommandFailure} from './failure.js';
import type {Invocation} from './invocation.js';

const exclusive = [
	['edit', '--edit'],
	['recursive', '--recursive'],
	['selector', '--selector (-l)'],
	['output', '--output'],
] as const;

/**
`--raw` of create, replace and delete: the user's own bytes to the user's own URL, and the answer unchanged.

@throws {CommandFailure} for flags that cannot be combined with it.
@mirrors kubectl/pkg/rawhttp
*/
export function* sendRaw(invocation: Invocation, method: 'POST' | 'PUT' | 'DELETE'): Routine {
	const {flags, environment} = invocation;
	const files = flags.list('filename');
	const needed = method !== 'DELETE';
	if (needed ? files.length !== 1 : files.length > 1) {
		throw new CommandFailure('--raw can only use a single local file or stdin');
	}

	const [file] = files;
	if (file && /^https?:\/\//.test(file)) {
		throw new CommandFailure('--raw cannot read from a url');
	}

	const other = exclusive.find(([flag]) =>
		flag === 'edit' || flag === 'recursive' ? flags.on(flag) : flags.text(flag),
	);
	if (other) {
		throw new CommandFailure(`--raw and ${other[1]} are mutually exclusive`);
	}

	const target = flags.text('raw');
	checkTarget(target);

	const ofFile = file === undefined ? '' : environment.files[file];
	const text = file === '-' ? (environment.stdin ?? '') : ofFile;
	if (text === undefined) {
		throw new CommandFailure(`open ${file}: no such file or directory`);
	}

	yield* exchangeRaw(
		invocation,
		method,
		text === '' ? {} : {body: parsedJSON(text), text, headers: {'content-type': 'application/json'}},
	);
}

/** Sends one request to the URL of `--raw`, with its parameters as they are, even those without a value, and prints the answer. */
function* exchangeRaw(invocation: Invocation, method: Request['method'], options: RequestOptions = {}): Routine {
	const [path = '', search = ''] = invocation.flags.text('raw').split('?');
	const response = yield* invocation.request(method, path, {
		...options,
		query: Object.fromEntries(new URLSearchParams(search)),
		exactQuery: true,
	});
	invocation.out(typeof response.body === 'string' ? response.body : `${textOnWire(response.body)}\n`);
}

/** The value that the stop of the request shows; `undefined` for text that is not JSON, which the server refuses. */
const parsedJSON = (text: string): unknown => {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
};

/** The types of an answer about the API itself, whose fields the server already has in the order of Go. */
const ofTheAPIItself = /^(?:v1$|meta\.k8s\.io\/|apidiscovery\.k8s\.io\/)/;

/** The JSON of an answer as Go writes it: fields as they are declared, and the items of a list without their kind. */
const textOnWire = (body: unknown): string => {
	if (!isRecord(body)) {
		return JSON.stringify(body);
	}

	const apiVersion = String(body['apiVersion']);
	if (body['kind'] === undefined) {
		return JSON.stringify(body);
	}

	const known = schemaIdOfKind(apiVersion, String(body['kind'])) !== undefined;
	const {items} = body;
	if (known && Array.isArray(items)) {
		const {kind, apiVersion: version, metadata} = body;
		return JSON.stringify({kind, apiVersion: version, metadata, items: items.map((item: object) => withoutKind(item))});
	}

	return JSON.stringify(known || !ofTheAPIItself.test(apiVersion) ? inGoOrder(body) : body);
};

const withoutKind = (item: object): object => {
	const {kind: _kind, apiVersion: _apiVersion, ...rest} = inGoOrder<{kind?: unknown; apiVersion?: unknown}>(item);
	return rest;
};

/** @throws {CommandFailure} for an invalid path of a URL. */
const checkTarget = (target: string): void => {
	if (!target.startsWith('/')) {
		throw new CommandFailure(
			`--raw must be a valid URL path: parse ${JSON.stringify(target)}: invalid URI for request`,
		);
	}
};

/**
`kubectl get --raw`: the answer unchanged.

@throws {CommandFailure} for words and flags that cannot be combined with it.
*/
export function* getRaw(invocation: Invocation): Routine {
	const {flags, words} = invocation;
	if (words.length > 0) {
		throw new CommandFailure('arguments may not be passed when --raw is specified');
	}

	if (flags.on('watch') || flags.on('watch-only') || flags.text('selector')) {
		throw new CommandFailure(
			'--raw may not be specified with other flags that filter the server request or alter the output',
		);
	}

	if (flags.text('output')) {
		throw new CommandFailure('--raw and --output are mutually exclusive');
	}

	const target = flags.text('raw');
	checkTarget(target);
	yield* exchangeRaw(invocation, 'GET');
}
