import type {Routine} from '../../../kernel/routine.js';
import {printYaml} from '../../../go/yaml/print.js';
import type {Command} from '../../command.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {helpText} from '../../command-line/help.js';
import type {Kubeconfig} from '../../kubeconfig.js';
import type {Invocation} from '../../invocation.js';
import {kubeconfigPath} from '../../written-files.js';
import type {Fields} from '../../../kernel/record.js';
import {nestedMap, nestedMapSlice, withValue} from '../../../objects/unstructured.js';

/** The lists of a kubeconfig, and the field that holds the value of their entries. */
const lists = {clusters: 'cluster', contexts: 'context', users: 'user'} as const;
type List = keyof typeof lists;

const isList = (name: string): name is List => Object.hasOwn(lists, name);

const entriesOf = (config: Kubeconfig, list: List): readonly Fields[] => nestedMapSlice(config, list);

const hasEntry = (config: Kubeconfig, list: List, name: string): boolean =>
	entriesOf(config, list).some((one) => one['name'] === name);

/** The value of the entry with a name; empty if there is no such entry. */
const valueOf = (config: Kubeconfig, list: List, name: string): Fields =>
	nestedMap(
		entriesOf(config, list).find((one) => one['name'] === name),
		lists[list],
	) ?? {};

/** The path of the kubeconfig in messages. */
const fileOf = ({flags}: Invocation): string => flags.text('kubeconfig') || kubeconfigPath;

/** Writes the kubeconfig. @throws {CommandFailure} if it cannot be written. */
export const saveConfig = (invocation: Invocation, config: Kubeconfig): void => {
	if (!invocation.environment.writeKubeconfig) {
		throw new CommandFailure('this kubeconfig is read-only');
	}

	invocation.environment.writeKubeconfig(printYaml({apiVersion: 'v1', kind: 'Config', ...config}), fileOf(invocation));
};

const withEntry = (config: Kubeconfig, list: List, name: string, value: Fields): Kubeconfig => {
	const known = entriesOf(config, list);
	const entry = {name, [lists[list]]: value};
	return {
		...config,
		[list]: hasEntry(config, list, name) ? known.map((one) => (one['name'] === name ? entry : one)) : [...known, entry],
	};
};

const withoutEntry = (config: Kubeconfig, list: List, name: string): Kubeconfig => ({
	...config,
	[list]: entriesOf(config, list).filter((one) => one['name'] !== name),
});

/** Wrong arguments: the help of the command, and the arguments. */
const unexpected = (invocation: Invocation, word = 'Unexpected'): CommandFailure => {
	invocation.out(helpText(invocation.line));
	return new CommandFailure(`${word} args: [${invocation.words.join(' ')}]`);
};

function* deleteEntry(invocation: Invocation, list: List): Routine<number | void> {
	const [name, ...others] = invocation.words;
	if (name === undefined || others.length > 0) {
		if (list === 'users') {
			throw usageFailure(invocation.commandPath, 'user to delete is required');
		}

		invocation.out(helpText(invocation.line));
		return;
	}

	const config = yield* invocation.config();
	const what = lists[list];
	if (!hasEntry(config, list, name)) {
		throw new CommandFailure(`cannot delete ${what} ${name}, not in ${fileOf(invocation)}`);
	}

	if (list === 'contexts' && config['current-context'] === name) {
		invocation.err(
			'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
		);
	}

	saveConfig(invocation, withoutEntry(config, list, name));
	invocation.out(`deleted ${what} ${name} from ${fileOf(invocation)}\n`);
}

function* renameContext(invocation: Invocation): Routine<number | void> {
	const [from, to, ...others] = invocation.words;
	if (from === undefined || to === undefined || others.length > 0) {
		throw unexpected(invocation);
	}

	const config = yield* invocation.config();
	if (!hasEntry(config, 'contexts', from)) {
		throw new CommandFailure(`cannot rename the context ${JSON.stringify(from)}, it's not in ${fileOf(invocation)}`);
	}

	if (hasEntry(config, 'contexts', to)) {
		throw new CommandFailure(
			`cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(to)} already exists in ${fileOf(invocation)}`,
		);
	}

	saveConfig(invocation, {
		...config,
		contexts: (config.contexts ?? []).map((one) => (one.name === from ? {...one, name: to} : one)),
		...(config['current-context'] === from ? {'current-context': to} : {}),
	});
	invocation.out(`Context ${JSON.stringify(from)} renamed to ${JSON.stringify(to)}.\n`);
}

/** A property of a kubeconfig: the current context, or a list with a name and perhaps a field of its entry. */
const parseProperty = (property: string): {readonly list?: List; readonly name: string; readonly field: string} => {
	if (property === 'current-context') {
		return {name: '', field: property};
	}

	const [list = '', name = '', ...rest] = property.split('.');
	if (!isList(list)) {
		throw new CommandFailure(`unable to parse ${property} after [] at api.Config`);
	}

	// A name may contain dots, a field does not.
	const field = rest.at(-1) ?? '';
	return {list, name: [name, ...rest.slice(0, -1)].join('.'), field};
};

function* setProperty(invocation: Invocation): Routine<number | void> {
	const [property, value, ...others] = invocation.words;
	if (property === undefined || value === undefined || others.length > 0) {
		throw unexpected(invocation);
	}

	const config = yield* invocation.config();
	const {list, name, field} = parseProperty(property);
	if (list && field === '') {
		throw new CommandFailure(`unable to parse ${property}: no field is named`);
	}

	saveConfig(
		invocation,
		list
			? withEntry(config, list, name, {...valueOf(config, list, name), [field]: value})
			: {...config, 'current-context': value},
	);
	invocation.out(`Property ${JSON.stringify(property)} set.\n`);
}

function* unsetProperty(invocation: Invocation): Routine<number | void> {
	const [property, ...others] = invocation.words;
	if (property === undefined || others.length > 0) {
		throw unexpected(invocation);
	}

	const config = yield* invocation.config();
	const {list, name, field} = parseProperty(property);
	if (!list) {
		saveConfig(invocation, {...config, 'current-context': ''});
	} else if (name === '') {
		saveConfig(invocation, {...config, [list]: []});
	} else if (field === '') {
		saveConfig(invocation, withoutEntry(config, list, name));
	} else {
		saveConfig(invocation, withEntry(config, list, name, withValue(valueOf(config, list, name), [field], undefined)));
	}

	invocation.out(`Property ${JSON.stringify(property)} unset.\n`);
}

/** Flags that are named after the fields that they set, and their values. */
const changedTexts = ({flags}: Invocation, names: readonly string[]): Fields =>
	Object.fromEntries(names.filter((name) => flags.changed(name)).map((name) => [name, flags.text(name)]));

function* setCluster(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	const [name, ...others] = words;
	if (name === undefined || others.length > 0) {
		throw unexpected(invocation);
	}

	const authority = flags.text('certificate-authority');
	if (authority && (flags.on('insecure-skip-tls-verify') || flags.on('embed-certs'))) {
		if (flags.on('insecure-skip-tls-verify')) {
			throw new CommandFailure('you cannot specify a certificate authority and insecure mode at the same time');
		}

		throw new CommandFailure(
			`could not stat certificate-authority file ${authority}: stat ${authority}: no such file or directory`,
		);
	}

	const config = yield* invocation.config();
	const texts = changedTexts(invocation, ['server', 'tls-server-name', 'proxy-url', 'certificate-authority']);
	const cluster = {
		...valueOf(config, 'clusters', name),
		...texts,
		...(flags.changed('insecure-skip-tls-verify')
			? {'insecure-skip-tls-verify': flags.on('insecure-skip-tls-verify')}
			: {}),
	};
	saveConfig(invocation, withEntry(config, 'clusters', name, cluster));
	invocation.out(`Cluster ${JSON.stringify(name)} set.\n`);
}

/** The files that prove a user, by the flags that name them. */
const ownFiles = ['client-certificate', 'client-key'] as const;

/** The files that prove a user, in the kubeconfig itself. */
const embedded = ({flags, environment}: Invocation): Fields =>
	Object.fromEntries(
		ownFiles
			.filter((part) => flags.changed(part))
			.map((part) => [`${part}-data`, Buffer.from(environment.files[flags.text(part)] ?? '').toString('base64')]),
	);

function* setCredentials(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	const [name, ...others] = words;
	if (name === undefined || others.length > 0) {
		throw unexpected(invocation, 'unexpected');
	}

	const methods = [
		...(flags.text('token') ? ['--token'] : []),
		...(flags.text('username') || flags.text('password') ? ['--username/--password'] : []),
	];
	if (methods.length > 1) {
		throw new CommandFailure(
			`you cannot specify more than one authentication method at the same time: ${methods.join(', ')}`,
		);
	}

	const wrong = flags.list('auth-provider-arg').find((pair) => !/=|-$/.test(pair));
	if (wrong !== undefined) {
		invocation.out(helpText(invocation.line));
		throw new CommandFailure(`invalid auth-provider-arg format: ${wrong}`);
	}

	for (const part of ownFiles) {
		const file = flags.text(part);
		if (file && flags.on('embed-certs') && invocation.environment.files[file] === undefined) {
			throw new CommandFailure(`could not stat ${part} file ${file}: stat ${file}: no such file or directory`);
		}
	}

	const config = yield* invocation.config();
	const exec = {
		apiVersion: flags.text('exec-api-version'),
		command: flags.text('exec-command'),
		args: flags.list('exec-arg').length > 0 ? flags.list('exec-arg') : null,
	};
	const user = {
		...valueOf(config, 'users', name),
		...changedTexts(invocation, ['token', 'username', 'password']),
		...(flags.on('embed-certs') ? embedded(invocation) : changedTexts(invocation, ownFiles)),
		...(exec.command ? {exec} : {}),
	};
	saveConfig(invocation, withEntry(config, 'users', name, user));
	invocation.out(`User ${JSON.stringify(name)} set.\n`);
}

/** The commands of `kubectl config` that change the file. */
export const configEdits: Readonly<Record<string, Command>> = {
	'config delete-cluster': (invocation) => deleteEntry(invocation, 'clusters'),
	'config delete-context': (invocation) => deleteEntry(invocation, 'contexts'),
	'config delete-user': (invocation) => deleteEntry(invocation, 'users'),
	'config rename-context': renameContext,
	'config set': setProperty,
	'config set-cluster': setCluster,
	'config set-credentials': setCredentials,
	'config unset': unsetProperty,
};
