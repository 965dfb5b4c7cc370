import {goJSON} from '../../../go/encode-json.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Command} from '../../command.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import type {Kubeconfig, KubeUser} from '../../kubeconfig.js';
import {formatOf, printObject} from '../../printing/output.js';
import type {Invocation} from '../../invocation.js';
import {alignRows} from '../../../go/tab-writer.js';
import {configEdits, saveConfig} from './config-edit.js';

const hidden = (user: KubeUser): KubeUser => ({
	...user,
	...(user['client-certificate-data'] ? {'client-certificate-data': 'DATA+OMITTED'} : {}),
	...(user['client-key-data'] ? {'client-key-data': 'DATA+OMITTED'} : {}),
	...(user.token ? {token: 'REDACTED'} : {}),
});

/** The fields, with some of them moved to the front. */
const inOrder = (fields: object | undefined, first: readonly string[]): object | undefined =>
	fields && {...Object.fromEntries(first.filter((name) => name in fields).map((name) => [name, undefined])), ...fields};

/** Kubectl keeps the entries of a kubeconfig by their names. */
const byName = <T extends {readonly name: string}>(entries: readonly T[]): readonly T[] =>
	entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));

function* view(invocation: Invocation): Routine<number | void> {
	if (invocation.words.length > 0) {
		throw usageFailure(invocation.commandPath, `unexpected arguments: [${invocation.words.join(' ')}]`);
	}

	const format = formatOf(invocation);
	if (invocation.flags.changed('merge') && !invocation.flags.on('merge') && !invocation.flags.text('kubeconfig')) {
		throw new CommandFailure('if merge==false a precise file must be specified');
	}

	const config = yield* invocation.config();
	const raw = invocation.flags.on('raw');
	const chosen = invocation.flags.on('minify') ? minified(config, invocation) : config;
	const users = byName(chosen.users ?? []).map((entry) =>
		raw || !entry.user ? entry : {...entry, user: hidden(entry.user)},
	);
	const {clusters, contexts, users: _, 'current-context': current = '', ...others} = chosen;
	const shown = {
		kind: 'Config',
		apiVersion: 'v1',
		...others,
		clusters: clusters
			? byName(clusters).map(({name, cluster}) => ({name, cluster: inOrder(cluster, ['server'])}))
			: null,
		users: users.map(({name, user}) => ({name, user})),
		contexts: contexts
			? byName(contexts).map(({name, context}) => ({name, context: inOrder(context, ['cluster', 'user'])}))
			: null,
		'current-context': current,
	};
	if (format.name === 'json') {
		invocation.out(`${goJSON(shown, {indent: 4, inOrder: true})}\n`);
		return;
	}

	printObject((text) => invocation.out(text), format.name === '' ? {name: 'yaml', argument: ''} : format, shown);
}

const minified = (config: Kubeconfig, invocation: Invocation): Kubeconfig => {
	const current = invocation.flags.text('context') || config['current-context'];
	const context = config.contexts?.find(({name}) => name === current);
	if (!context) {
		throw new CommandFailure(
			current ? `cannot locate context ${current}` : 'current-context must exist in order to minify',
		);
	}

	return {
		...config,
		'current-context': current,
		contexts: [context],
		clusters: config.clusters?.filter(({name}) => name === context.context?.cluster),
		users: config.users?.filter(({name}) => name === context.context?.user),
	};
};

function* currentContext(invocation: Invocation): Routine<number | void> {
	const current = (yield* invocation.config())['current-context'];
	if (!current) {
		throw new CommandFailure('current-context is not set');
	}

	invocation.out(`${current}\n`);
}

function* getContexts(invocation: Invocation): Routine<number | void> {
	const config = yield* invocation.config();
	const {words, flags} = invocation;
	if (!['', 'name'].includes(flags.text('output'))) {
		throw new CommandFailure(
			`--output ${flags.text('output')} is not available in kubectl config get-contexts; resetting to default output format`,
		);
	}

	const contexts = byName(config.contexts ?? []);
	const missing = words.filter((word) => !contexts.some(({name}) => name === word));
	const chosen = contexts.filter(({name}) => words.length === 0 || words.includes(name));
	if (flags.text('output') === 'name') {
		invocation.out(chosen.map(({name}) => `${name}\n`).join(''));
	} else {
		const rows = chosen.map(({name, context}) => [
			name === config['current-context'] ? '*' : '',
			name,
			context?.cluster ?? '',
			context?.user ?? '',
			context?.namespace ?? '',
		]);
		invocation.out(
			alignRows(flags.on('no-headers') ? rows : [['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'], ...rows]),
		);
	}

	if (missing.length > 0) {
		throw new CommandFailure(`context ${missing[0]} not found`);
	}
}

function* getClusters(invocation: Invocation): Routine<number | void> {
	const names = ((yield* invocation.config()).clusters ?? []).map(({name}) => name).sort();
	invocation.out(['NAME', ...names].map((name) => `${name}\n`).join(''));
}

function* getUsers(invocation: Invocation): Routine<number | void> {
	const names = ((yield* invocation.config()).users ?? []).map(({name}) => name).sort();
	invocation.out(['NAME', ...names].map((name) => `${name}\n`).join(''));
}

function* useContext(invocation: Invocation): Routine<number | void> {
	const config = yield* invocation.config();
	const [name, ...others] = invocation.words;
	if (name === undefined || others.length > 0) {
		throw usageFailure(invocation.commandPath, `Unexpected args: [${invocation.words.join(' ')}]`);
	}

	if (!config.contexts?.some((context) => context.name === name)) {
		throw new CommandFailure(`no context exists with the name: "${name}"`);
	}

	saveConfig(invocation, {...config, 'current-context': name});
	invocation.out(`Switched to context "${name}".\n`);
}

function* setContext(invocation: Invocation): Routine<number | void> {
	const config = yield* invocation.config();
	const {flags} = invocation;
	const name = flags.on('current') ? config['current-context'] : invocation.words[0];
	if (!name) {
		throw new CommandFailure(
			flags.on('current') ? 'no current context is set' : 'you must specify a non-empty context name or --current',
		);
	}

	const known = config.contexts?.find((context) => context.name === name);
	const context = {...known?.context};
	for (const field of ['cluster', 'user', 'namespace'] as const) {
		if (flags.changed(field)) {
			context[field] = flags.text(field);
		}
	}

	saveConfig(invocation, {
		...config,
		contexts: [...(config.contexts ?? []).filter((one) => one.name !== name), {name, context}],
	});
	invocation.out(`Context "${name}" ${known ? 'modified' : 'created'}.\n`);
}

/** `kubectl config …`. */
export const configCommands: Readonly<Record<string, Command>> = {
	...configEdits,
	'config current-context': currentContext,
	'config get-clusters': getClusters,
	'config get-contexts': getContexts,
	'config get-users': getUsers,
	'config set-context': setContext,
	'config use-context': useContext,
	'config view': view,
};
