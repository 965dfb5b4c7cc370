import {parse, parseAllDocuments, stringify} from 'yaml';
import type {OutsideRequest} from '../client/outside.js';
import type {ClusterRecording, Input} from '../cluster.js';
import {Divergence, Recording, type RecordedInput} from '../debugger/recording.js';
import {isRecord, type Fields} from '../kernel/record.js';
import {lastApplied} from '../objects/last-applied.js';
import {valueOfBody} from '../serve/body-value.js';

const secretsPath = /^\/api\/v1\/(?:namespaces\/[^/]+\/)?secrets(?:\/[^/]+)?$/;

/** The API reads the values of these keys as JSON. @see https://kubernetes.io/docs/concepts/configuration/secret/#docker-config-secrets */
const json = new Set(['.dockerconfigjson', '.dockercfg']);

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const plain = (text: string): string => Buffer.from(text, 'base64').toString('latin1');

/** A replacement for each value of a Secret: equal values get equal replacements, so a change stays a change. */
class Hidden {
	readonly #names = new Map<string, string>();

	/** The replacement for a value. @param key its key in the Secret */
	of(key: string, value: string): string {
		if (json.has(key)) {
			return '{}';
		}

		const name = this.#names.get(value) ?? `redacted-${this.#names.size + 1}`;
		this.#names.set(value, name);
		return name;
	}

	/** A value below `data`, in base64, or below `stringData`. A value that is not text stays: the API refuses it, or a patch removes the key. */
	value(field: string, key: string, value: unknown): unknown {
		if (typeof value !== 'string') {
			return value;
		}

		return field === 'data' ? base64(this.of(key, plain(value))) : this.of(key, value);
	}

	values(field: string, values: unknown): unknown {
		return isRecord(values)
			? Object.fromEntries(Object.entries(values).map(([key, value]) => [key, this.value(field, key, value)]))
			: values;
	}

	/** A Secret, or a part of one in a patch. */
	secret(secret: Fields): Fields {
		const {metadata} = secret;
		const annotations = isRecord(metadata) ? metadata['annotations'] : undefined;
		const applied = isRecord(annotations) ? annotations[lastApplied] : undefined;
		return {
			...secret,
			...('data' in secret ? {data: this.values('data', secret['data'])} : {}),
			...('stringData' in secret ? {stringData: this.values('stringData', secret['stringData'])} : {}),
			...(isRecord(metadata) && isRecord(annotations) && typeof applied === 'string'
				? {metadata: {...metadata, annotations: {...annotations, [lastApplied]: this.applied(applied)}}}
				: {}),
		};
	}

	/** The copy of a Secret that client-side apply keeps. */
	applied(text: string): string {
		const value = yamlOf(text);
		return isRecord(value) ? `${JSON.stringify(this.secret(value))}\n` : '';
	}

	/** An operation of a JSON patch of a Secret. */
	operation(operation: unknown): unknown {
		if (!isRecord(operation) || !('value' in operation)) {
			return operation;
		}

		const way = String(operation['path'])
			.split('/')
			.slice(1)
			.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
		const whole = way.reduceRight<unknown>((value, key) => ({[key]: value}), operation['value']);
		return isRecord(whole)
			? {...operation, value: way.reduce<unknown>((part, key) => isRecord(part) && part[key], this.secret(whole))}
			: operation;
	}

	/** The body of a request for a Secret: an object, a merge patch or a JSON patch. */
	body(body: unknown): unknown {
		if (Array.isArray(body)) {
			return body.map((one) => this.operation(one));
		}

		return isRecord(body) ? this.secret(body) : undefined;
	}

	/** An object of a manifest. */
	object(object: unknown): unknown {
		if (!isRecord(object)) {
			return object;
		}

		if (Array.isArray(object['items'])) {
			return {...object, items: object['items'].map((one) => this.object(one))};
		}

		return object['kind'] === 'Secret' ? this.secret(object) : object;
	}
}

/** `undefined` for a text that is not YAML. */
const yamlOf = (text: string): unknown => {
	try {
		return parse(text);
	} catch {
		return undefined;
	}
};

const valueOf = (request: OutsideRequest): unknown =>
	request.bytes === undefined ? yamlOf(request.text ?? '') : valueOfBody(request, 'Secret');

/** A request with its Secrets' values replaced. An unreadable body is left out: the API refuses it in both cases. */
const redactedRequest = (request: OutsideRequest, hidden: Hidden): OutsideRequest => {
	if (!secretsPath.test(request.path) || !['POST', 'PUT', 'PATCH'].includes(request.method)) {
		return request;
	}

	const {bytes, text: _text, ...rest} = request;
	const body = hidden.body(valueOf(request));
	const text = body === undefined ? '' : JSON.stringify(body);
	return bytes === undefined
		? {...rest, text}
		: {...rest, text, headers: {...rest.headers, 'content-type': 'application/json'}};
};

/** The objects of a manifest; `undefined` for one that cannot be read. */
const objectsOf = (text: string): readonly unknown[] | undefined => {
	try {
		const documents = parseAllDocuments(text);
		return Array.isArray(documents) && documents.every(({errors}) => errors.length === 0)
			? documents.map((one): unknown => one.toJS())
			: undefined;
	} catch {
		// Its aliases would make it too large.
		return undefined;
	}
};

/** A manifest with its Secrets' values replaced; one without Secrets stays unchanged. An unreadable one is left out: kubectl may have applied a part of it. */
const redactedManifest = (text: string, hidden: Hidden): string =>
	/\bSecret\b/.test(text)
		? (objectsOf(text) ?? []).map((object) => stringify(hidden.object(object))).join('---\n')
		: text;

const isCreation = /^create secret\b/;

/** The literals of `kubectl create secret`. */
const redactedCommand = (command: string, hidden: Hidden): string =>
	command
		.replaceAll(
			/(--from-literal[= ]'?)([^=\s]+)=([^\s']*)/g,
			(_, literal: string, key: string, value: string) => `${literal}${key}=${hidden.of(key, value)}`,
		)
		.replaceAll(
			/(--docker-password[= ])(\S+)/g,
			(_, flag: string, password: string) => `${flag}${hidden.of('', password)}`,
		);

const redactedInput = (recorded: RecordedInput<Input>, hidden: Hidden): RecordedInput<Input> => {
	const {input} = recorded;
	if ('kubectl' in input) {
		const {kubectl, files = {}} = input;
		const contents = Object.entries(files).map(([name, text]): [string, string] => [
			name,
			isCreation.test(kubectl) ? hidden.of(name, text) : redactedManifest(text, hidden),
		]);
		return {
			...recorded,
			input: {
				...input,
				kubectl: isCreation.test(kubectl) ? redactedCommand(kubectl, hidden) : kubectl,
				files: Object.fromEntries(contents),
			},
		};
	}

	const client = 'client' in input ? input.client : undefined;
	return client && 'request' in client
		? {...recorded, input: {client: {exchange: client.exchange, request: redactedRequest(client.request, hidden)}}}
		: recorded;
};

/**
A session with replaced values in all Secrets that clients and the user wrote; their keys stay. It covers requests for Secrets and
manifests; a value that a client wrote elsewhere, such as into a ConfigMap, stays. The recording has the run that follows from these inputs.
It ends at the first input that no longer fits, because the run depends on the values there.
*/
export const withoutSecrets = (recording: ClusterRecording): ClusterRecording => {
	const hidden = new Hidden();
	const inputs = recording.inputs.map((one) => redactedInput(one, hidden));
	const run: ClusterRecording = new Recording(recording.scenario, recording.create);
	try {
		run.replay(inputs, recording.stops.length);
	} catch (error) {
		if (!(error instanceof Divergence)) {
			throw error;
		}
	}

	return run;
};
