import type {Routine} from '../../kernel/routine.js';
import {CommandFailure} from '../failure.js';
import type {Session} from '../session.js';
import type {Generated} from './create.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const fileText = (session: Session, path: string): string => {
	const text = session.environment.files[path] ?? session.environment.files[path.replace(/^\.\//, '')];
	if (text === undefined) {
		throw new CommandFailure(`error reading ${path}: no such file or directory`);
	}

	return text;
};

/** Keys and values from `--from-literal`, `--from-file` and `--from-env-file`. */
const collect = (session: Session, what: string): Record<string, string> => {
	const {flags} = session;
	const data: Record<string, string> = {};
	const add = (key: string, value: string): void => {
		if (key in data) {
			throw new CommandFailure(`cannot add key ${key}, another key by that name already exists in Data for ${what}`);
		}

		if (!/^[-._a-zA-Z\d]+$/.test(key)) {
			throw new CommandFailure(
				`"${key}" is not valid key name for a ${what}: a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')`,
			);
		}

		data[key] = value;
	};

	if (
		flags.list('from-env-file').length > 0 &&
		(flags.list('from-file').length > 0 || flags.list('from-literal').length > 0)
	) {
		throw new CommandFailure('from-env-file cannot be combined with from-file or from-literal');
	}

	for (const source of flags.list('from-file')) {
		const equals = source.indexOf('=');
		const path = equals === -1 ? source : source.slice(equals + 1);
		const folder = `${path.replace(/^\.\//, '').replace(/\/*$/, '')}/`;
		const inside = Object.keys(session.environment.files).filter(
			(file) => file.startsWith(folder) && !file.slice(folder.length).includes('/'),
		);
		if (inside.length > 0) {
			if (equals !== -1) {
				throw new CommandFailure('cannot give a key name for a directory path');
			}

			for (const file of inside.sort()) {
				add(file.slice(folder.length), session.environment.files[file]);
			}

			continue;
		}

		add(equals === -1 ? path.slice(path.lastIndexOf('/') + 1) : source.slice(0, equals), fileText(session, path));
	}

	for (const source of flags.list('from-literal')) {
		const equals = source.indexOf('=');
		if (equals < 1) {
			throw new CommandFailure(`invalid literal source ${source}, expected key=value`);
		}

		add(source.slice(0, equals), source.slice(equals + 1).replace(/^(["'])(.*)\1$/, '$2'));
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

/** @mirrors kubectl/pkg/cmd/create ConfigMapOptions */
export function* configMap(session: Session, name: string): Routine<Generated> {
	const data = collect(session, 'ConfigMap');
	return {
		object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}, ...(Object.keys(data).length > 0 ? {data} : {})},
		failing: 'configmap',
	};
}

const encoded = (data: Readonly<Record<string, string>>) =>
	Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]));

/** @mirrors kubectl/pkg/cmd/create CreateSecretOptions */
export function* genericSecret(session: Session, name: string): Routine<Generated> {
	const data = collect(session, 'Secret');
	const type = session.flags.text('type');
	return {
		object: {
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: {name},
			...(type ? {type} : {}),
			...(Object.keys(data).length > 0 ? {data: encoded(data)} : {}),
		},
		failing: 'secret',
	};
}

/** @mirrors kubectl/pkg/cmd/create CreateSecretDockerRegistryOptions */
export function* dockerSecret(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	const files = flags.list('from-file');
	if (files.length > 0) {
		const path = files[0].replace(/^[^=]*=/, '');
		return {
			object: {
				apiVersion: 'v1',
				kind: 'Secret',
				metadata: {name},
				type: 'kubernetes.io/dockerconfigjson',
				data: {'.dockerconfigjson': base64(fileText(session, path))},
			},
			failing: 'secret docker-registry',
		};
	}

	for (const flag of ['docker-username', 'docker-password']) {
		if (!flags.text(flag)) {
			throw new CommandFailure(
				'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
			);
		}
	}

	const [username, password, email] = ['docker-username', 'docker-password', 'docker-email'].map((flag) =>
		flags.text(flag),
	);
	const entry = {username, password, ...(email ? {email} : {}), auth: base64(`${username}:${password}`)};
	const server = flags.text('docker-server') || 'https://index.docker.io/v1/';
	return {
		object: {
			apiVersion: 'v1',
			kind: 'Secret',
			metadata: {name},
			type: 'kubernetes.io/dockerconfigjson',
			data: {'.dockerconfigjson': base64(JSON.stringify({auths: {[server]: entry}}))},
		},
		failing: 'secret docker-registry',
	};
}

/** @mirrors kubectl/pkg/cmd/create CreateSecretTLSOptions. Simplified: whether key and certificate belong together is not checked. */
export function* tlsSecret(session: Session, name: string): Routine<Generated> {
	const {flags} = session;
	if (!flags.text('key') || !flags.text('cert')) {
		throw new CommandFailure('key and cert must be specified');
	}

	const data = {'tls.crt': fileText(session, flags.text('cert')), 'tls.key': fileText(session, flags.text('key'))};
	return {
		object: {apiVersion: 'v1', kind: 'Secret', metadata: {name}, type: 'kubernetes.io/tls', data: encoded(data)},
		failing: 'secret tls',
	};
}
