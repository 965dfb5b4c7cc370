import {goJSON} from '../../../go/encode-json.js';
import {hashes} from '../../../kernel/hash.js';
import {configMapKeyErrors} from '../../../objects/names.js';
import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import type {Generated} from './generated.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const fileText = (invocation: Invocation, path: string): string => {
	const text = invocation.environment.files[path] ?? invocation.environment.files[path.replace(/^\.\//, '')];
	if (text === undefined) {
		throw new CommandFailure(`error reading ${path}: no such file or directory`);
	}

	return text;
};

/**
Splits `--from-file` into a key and a path.

@throws {CommandFailure} @mirrors kubectl/pkg/util ParseFileSource
*/
const fileSource = (source: string): {readonly key: string; readonly path: string} => {
	const [key = '', path, ...others] = source.split('=');
	if (path === undefined) {
		return {key: source.replace(/\/+$/, '').split('/').at(-1) ?? '', path: source};
	}

	if (others.length > 0) {
		throw new CommandFailure("key names or file paths cannot contain '='");
	}

	if (key === '') {
		throw new CommandFailure(`key name for file path ${path} missing`);
	}

	if (path === '') {
		throw new CommandFailure(`file path for key name ${key} missing`);
	}

	return {key, path};
};

/** Adds a pair to the data, or says why it cannot. The two kinds word this differently. */
const adder =
	(kind: 'ConfigMap' | 'Secret', name: string, data: Record<string, string>) =>
	(key: string, value: string): void => {
		const problems = configMapKeyErrors(key);
		if (problems.length > 0) {
			throw new CommandFailure(
				kind === 'ConfigMap'
					? `${JSON.stringify(key)} is not a valid key name for a ConfigMap: ${problems.join(',')}`
					: `${JSON.stringify(key)} is not valid key name for a Secret ${problems.join(';')}`,
			);
		}

		if (Object.hasOwn(data, key)) {
			throw new CommandFailure(
				kind === 'ConfigMap'
					? `cannot add key ${JSON.stringify(key)}, another key by that name already exists in Data for ConfigMap ${JSON.stringify(name)}`
					: `cannot add key ${key}, another key by that name already exists`,
			);
		}

		data[key] = value;
	};

/** Keys and values from `--from-literal`, `--from-file` and `--from-env-file`. */
const collect = (invocation: Invocation, kind: 'ConfigMap' | 'Secret', name: string): Record<string, string> => {
	const {flags} = invocation;
	const data: Record<string, string> = {};
	const add = adder(kind, name, data);
	if (
		flags.list('from-env-file').length > 0 &&
		(flags.list('from-file').length > 0 || flags.list('from-literal').length > 0)
	) {
		throw new CommandFailure('from-env-file cannot be combined with from-file or from-literal');
	}

	const fromFiles = (): void => {
		for (const source of flags.list('from-file')) {
			const {key, path} = fileSource(source);
			const folder = `${path.replace(/^\.\//, '').replace(/\/*$/, '')}/`;
			const inside = Object.entries(invocation.environment.files).filter(
				([file]) => file.startsWith(folder) && !file.slice(folder.length).includes('/'),
			);
			if (inside.length === 0) {
				add(key, fileText(invocation, path));
			} else if (source.includes('=')) {
				throw new CommandFailure('cannot give a key name for a directory path');
			}

			for (const [file, text] of inside.sort(([a], [b]) => (a < b ? -1 : 1))) {
				// Invalid keys are skipped.
				if (configMapKeyErrors(file.slice(folder.length)).length === 0) {
					add(file.slice(folder.length), text);
				}
			}
		}
	};

	const fromLiterals = (): void => {
		for (const source of flags.list('from-literal')) {
			const equals = source.indexOf('=');
			if (equals < 1) {
				throw new CommandFailure(`invalid literal source ${source}, expected key=value`);
			}

			add(source.slice(0, equals), source.slice(equals + 1));
		}
	};

	if (kind === 'ConfigMap') {
		fromLiterals();
		fromFiles();
	} else {
		fromFiles();
		fromLiterals();
	}

	for (const path of flags.list('from-env-file')) {
		for (const line of fileText(invocation, path).split('\n')) {
			const text = line.trimStart();
			if (text !== '' && !text.startsWith('#')) {
				const equals = text.indexOf('=');
				add(equals === -1 ? text : text.slice(0, equals), equals === -1 ? '' : text.slice(equals + 1));
			}
		}
	}

	return data;
};

/** The replacements of hexadecimal digits that could form words. */
const harmless: Readonly<Record<string, string>> = {'0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't'};

/**
The name with the hash of the content, as `--append-hash` makes it.

@mirrors kubectl/pkg/util/hash
*/
const withHash = (invocation: Invocation, name: string, content: Readonly<Record<string, unknown>>): string => {
	if (!invocation.flags.on('append-hash')) {
		return name;
	}

	const digest = hashes.sha256(goJSON({name, ...content})).slice(0, 10);
	return `${name}-${[...digest].map((digit) => harmless[digit] ?? digit).join('')}`;
};

/** @mirrors kubectl/pkg/cmd/create ConfigMapOptions */
export function* configMap(invocation: Invocation, name: string): Routine<Generated> {
	const data = collect(invocation, 'ConfigMap', name);
	return {
		object: {
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: {name: withHash(invocation, name, {kind: 'ConfigMap', data})},
			...(Object.keys(data).length > 0 ? {data} : {}),
		},
		failing: 'configmap:',
	};
}

const encoded = (data: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));

/** @mirrors kubectl/pkg/cmd/create CreateSecretOptions */
export function* genericSecret(invocation: Invocation, name: string): Routine<Generated> {
	const data = encoded(collect(invocation, 'Secret', name));
	const type = invocation.flags.text('type');
	return {
		object: {
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: {name: withHash(invocation, name, {kind: 'Secret', type, data})},
			...(type ? {type} : {}),
			...(Object.keys(data).length > 0 ? {data} : {}),
		},
		failing: 'secret',
	};
}

const secretOf = (
	invocation: Invocation,
	name: string,
	type: string,
	data: Readonly<Record<string, string>>,
): Generated['object'] => ({
	apiVersion: 'v1',
	kind: 'Secret',
	metadata: {name: withHash(invocation, name, {kind: 'Secret', type, data})},
	type,
	data,
});

/** @mirrors kubectl/pkg/cmd/create CreateSecretDockerRegistryOptions */
export function* dockerSecret(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const type = 'kubernetes.io/dockerconfigjson';
	const [file] = flags.list('from-file');
	const failing = 'secret docker-registry';
	if (file !== undefined) {
		const {key, path} = fileSource(file);
		const data = {[file.includes('=') ? key : '.dockerconfigjson']: base64(fileText(invocation, path))};
		return {object: secretOf(invocation, name, type, data), failing};
	}

	if (['docker-username', 'docker-password', 'docker-server'].some((flag) => !flags.text(flag))) {
		throw new CommandFailure(
			'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
		);
	}

	const [username, password] = [flags.text('docker-username'), flags.text('docker-password')];
	const [email, server] = [flags.text('docker-email'), flags.text('docker-server')];
	const entry = {username, password, ...(email ? {email} : {}), auth: base64(`${username}:${password}`)};
	const data = {'.dockerconfigjson': base64(JSON.stringify({auths: {[server]: entry}}))};
	return {object: secretOf(invocation, name, type, data), failing};
}

const readPart = (invocation: Invocation, path: string): string => {
	const text = invocation.environment.files[path] ?? invocation.environment.files[path.replace(/^\.\//, '')];
	if (text === undefined) {
		throw new CommandFailure(`Cannot read file ${path}, open ${path}: no such file or directory`);
	}

	return text;
};

/** @mirrors kubectl/pkg/cmd/create CreateSecretTLSOptions. Simplified: whether key and certificate belong together is not checked. */
export function* tlsSecret(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	if (!flags.text('key') || !flags.text('cert')) {
		throw new CommandFailure('key and cert must be specified');
	}

	const certificate = readPart(invocation, flags.text('cert'));
	const data = encoded({'tls.crt': certificate, 'tls.key': readPart(invocation, flags.text('key'))});
	return {object: secretOf(invocation, name, 'kubernetes.io/tls', data), failing: 'secret tls'};
}
