import {createHash} from 'node:crypto';
import {configMapKeyErrors} from '../../../objects/names.js';
import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';
import type {Session} from '../../invocation.js';
import type {Generated} from './create.js';
import {sortedJSON} from '../../unstructured.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const fileText = (session: Session, path: string): string => {
	const text = session.environment.files[path] ?? session.environment.files[path.replace(/^\.\//, '')];
	if (text === undefined) {
		throw new CommandFailure(`error reading ${path}: no such file or directory`);
	}

	return text;
};

/**
Parts `--from-file` into a key and a path.

@throws {CommandFailure} @mirrors kubectl/pkg/util ParseFileSource
*/
const fileSource = (source: string): {readonly key: string; readonly path: string} => {
	const parts = source.split('=');
	if (parts.length === 1) {
		return {key: source.replace(/\/+$/, '').split('/').at(-1)!, path: source};
	}

	if (parts.length > 2) {
		throw new CommandFailure("key names or file paths cannot contain '='");
	}

	if (parts[0] === '') {
		throw new CommandFailure(`key name for file path ${parts[1]} missing`);
	}

	if (parts[1] === '') {
		throw new CommandFailure(`file path for key name ${parts[0]} missing`);
	}

	return {key: parts[0], path: parts[1]};
};

/** Takes a pair into the data, or says why not. The two kinds say the same in different words. */
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
const collect = (session: Session, kind: 'ConfigMap' | 'Secret', name: string): Record<string, string> => {
	const {flags} = session;
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
			const inside = Object.keys(session.environment.files).filter(
				(file) => file.startsWith(folder) && !file.slice(folder.length).includes('/'),
			);
			if (inside.length === 0) {
				add(key, fileText(session, path));
			} else if (source.includes('=')) {
				throw new CommandFailure('cannot give a key name for a directory path');
			}

			for (const file of inside.sort()) {
				// What cannot be a key is passed over.
				if (configMapKeyErrors(file.slice(folder.length)).length === 0) {
					add(file.slice(folder.length), session.environment.files[file]);
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
		for (const line of fileText(session, path).split('\n')) {
			const text = line.trimStart();
			if (text !== '' && !text.startsWith('#')) {
				const equals = text.indexOf('=');
				add(equals === -1 ? text : text.slice(0, equals), equals === -1 ? '' : text.slice(equals + 1));
			}
		}
	}

	return data;
};

/** Hexadecimal digits that could form words are written as other letters. */
const harmless: Readonly<Record<string, string>> = {'0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't'};

/**
The name with the hash of the content, as `--append-hash` makes it.

@mirrors kubectl/pkg/util/hash
*/
const withHash = (session: Session, name: string, content: Readonly<Record<string, unknown>>): string => {
	if (!session.flags.on('append-hash')) {
		return name;
	}

	const digest = createHash('sha256')
		.update(sortedJSON({name, ...content}))
		.digest('hex')
		.slice(0, 10);
	return `${name}-${[...digest].map((digit) => harmless[digit] ?? digit).join('')}`;
};

/** @mirrors kubectl/pkg/cmd/create ConfigMapOptions */
export function* configMap(session: Session, name: string): Routine<Generated> {
	const data = collect(session, 'ConfigMap', name);
	return {
		object: {
			apiVersion: 'v1',
			kind: 'ConfigMap',
			metadata: {name: withHash(session, name, {kind: 'ConfigMap', data})},
			...(Object.keys(data).length > 0 ? {data} : {}),
		},
		failing: 'configmap:',
	};
}

const encoded = (data: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));

/** @mirrors kubectl/pkg/cmd/create CreateSecretOptions */
export function* genericSecret(session: Session, name: string): Routine<Generated> {
	const data = encoded(collect(session, 'Secret', name));
	const type = session.flags.text('type');
	return {
		object: {
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: {name: withHash(session, name, {kind: 'Secret', type, data})},
			...(type ? {type} : {}),
			...(Object.keys(data).length > 0 ? {data} : {}),
		},
		failing: 'secret',
	};
}

const secretOf = (
	session: Session,
	name: string,
	type: string,
	data: Readonly<Record<string, string>>,
): Generated['object'] => ({
	apiVersion: 'v1',
	kind: 'Secret',
	metadata: {name: withHash(session, name, {kind: 'Secret', type, data})},
	type,
	data,
});

/** @mirrors kubectl/pkg/cmd/create CreateSecretDockerRegistryOptions */
export function* dockerSecret(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	const type = 'kubernetes.io/dockerconfigjson';
	const files = flags.list('from-file');
	const failing = 'secret docker-registry';
	if (files.length > 0) {
		const {key, path} = fileSource(files[0]);
		const data = {[files[0].includes('=') ? key : '.dockerconfigjson']: base64(fileText(session, path))};
		return {object: secretOf(session, name, type, data), failing};
	}

	if (['docker-username', 'docker-password', 'docker-server'].some((flag) => !flags.text(flag))) {
		throw new CommandFailure(
			'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
		);
	}

	const [username, password, email, server] = ['username', 'password', 'email', 'server'].map((flag) =>
		flags.text(`docker-${flag}`),
	);
	const entry = {username, password, ...(email ? {email} : {}), auth: base64(`${username}:${password}`)};
	const data = {'.dockerconfigjson': base64(JSON.stringify({auths: {[server]: entry}}))};
	return {object: secretOf(session, name, type, data), failing};
}

const readPart = (session: Session, path: string): string => {
	const text = session.environment.files[path] ?? session.environment.files[path.replace(/^\.\//, '')];
	if (text === undefined) {
		throw new CommandFailure(`Cannot read file ${path}, open ${path}: no such file or directory`);
	}

	return text;
};

/** @mirrors kubectl/pkg/cmd/create CreateSecretTLSOptions. Simplified: whether key and certificate belong together is not checked. */
export function* tlsSecret(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	if (!flags.text('key') || !flags.text('cert')) {
		throw new CommandFailure('key and cert must be specified');
	}

	const certificate = readPart(session, flags.text('cert'));
	const data = encoded({'tls.crt': certificate, 'tls.key': readPart(session, flags.text('key'))});
	return {object: secretOf(session, name, 'kubernetes.io/tls', data), failing: 'secret tls'};
}
