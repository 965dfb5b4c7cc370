import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, throwAll, usageFailure} from '../../failure.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import type {Unstructured, Value} from '../../unstructured.js';
import {checkSetFlags, chosenContainers, podSpecOf, setAll, withPodSpec} from './pod-template.js';

interface Variables {
	readonly set: readonly Value[];
	readonly remove: readonly string[];
}

const isVariable = (word: string): boolean => /^[^]+=[^]*$/.test(word) || word.endsWith('-');

const split = (invocation: Invocation): {readonly resources: readonly string[]; readonly texts: readonly string[]} => {
	const {words} = invocation;
	const first = words.findIndex(isVariable);
	const start = first === -1 ? words.length : first;
	if (words.slice(start).some((word) => !isVariable(word))) {
		throw usageFailure(
			invocation.commandPath,
			`all resources must be specified before environment changes: ${words.join(' ')}`,
		);
	}

	return {resources: words.slice(0, start), texts: words.slice(start)};
};

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/set/env ParseEnv */
const parseVariables = (invocation: Invocation, texts: readonly string[]): Variables => {
	const set: Value[] = [];
	const remove: string[] = [];
	for (const text of texts) {
		if (text === '-') {
			const lines = (invocation.environment.stdin ?? '').split('\n').filter((line) => line.includes('='));
			const parsed = parseVariables(invocation, lines);
			set.push(...parsed.set);
		} else if (text.includes('=')) {
			const equals = text.indexOf('=');
			const name = text.slice(0, equals);
			if (!/^[-._a-zA-Z][-._a-zA-Z\d]*$/.test(name)) {
				throw new CommandFailure(
					`${JSON.stringify(name)} is not a valid key name: a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')`,
				);
			}

			set.push({name, value: text.slice(equals + 1)});
		} else if (text.endsWith('-')) {
			remove.push(text.slice(0, -1));
		} else {
			throw new CommandFailure(`unknown environment variable: ${text}`);
		}
	}

	if (remove.some((name) => set.some((one) => one.name === name))) {
		throw new CommandFailure('can not both modify and remove the same environment variable in the same command');
	}

	return {set, remove};
};

/** Variables that take their values from the keys of a ConfigMap or Secret. */
function* variablesFrom(invocation: Invocation): Routine<readonly Value[]> {
	const {flags} = invocation;
	const {items, errors} = yield* selectItems(invocation, {
		words: [flags.text('from')],
		ignoreSelectors: true,
		named: true,
	});
	throwAll(errors);
	const keys = flags.list('keys');
	const found: Value[] = [];
	for (const {resource, name, object} of items) {
		const field = ({ConfigMap: 'configMapKeyRef', Secret: 'secretKeyRef'} as Record<string, string>)[resource.kind];
		if (!field) {
			throw new CommandFailure('unsupported resource specified in --from');
		}

		for (const key of Object.keys((object!.data ?? {}) as object).sort()) {
			if (keys.length === 0 || keys.includes(key)) {
				const variable = key.replaceAll(/[^a-zA-Z0-9_]/g, '_').toUpperCase();
				if (variable !== key) {
					invocation.warn(`key ${key} transferred to ${variable}`);
				}

				found.push({name: `${flags.text('prefix')}${variable}`, valueFrom: {[field]: {name, key}}});
			}
		}
	}

	return found;
}

/** Variables with what is set in place of what was, and what is new at the end. */
const updated = (existing: readonly Value[], {set, remove}: Variables): readonly Value[] => {
	const kept = existing
		.filter(({name}) => !remove.includes(name as string))
		.map((one) => set.find(({name}) => name === one.name) ?? one);
	const names = new Set([...kept.map(({name}) => name as string), ...remove]);
	const added = set.filter(({name}) => (names.has(name as string) ? false : names.add(name as string)));
	return [...kept, ...added];
};

const checkOverwrites = (existing: readonly Value[], {set}: Variables): void => {
	for (const {name} of set) {
		const taken = existing.find((one) => one.name === name);
		if (taken) {
			throw new CommandFailure(`'${name}' already has a value (${taken.value ?? ''}), and --overwrite is false`);
		}
	}
};

const referenceText = ({configMapKeyRef, secretKeyRef, fieldRef, resourceFieldRef}: Value): string =>
	configMapKeyRef
		? `configmap ${configMapKeyRef.name}, key ${configMapKeyRef.key}`
		: secretKeyRef
			? `secret ${secretKeyRef.name}, key ${secretKeyRef.key}`
			: fieldRef
				? `field path ${fieldRef.fieldPath}`
				: resourceFieldRef
					? `${resourceFieldRef.containerName ? `${resourceFieldRef.containerName}/` : ''}${resourceFieldRef.resource}`
					: 'invalid valueFrom';

/** The value that a reference leads to. */
function* referredValue(invocation: Invocation, object: Unstructured, from: Value): Routine<string> {
	const reference = from.configMapKeyRef ?? from.secretKeyRef;
	if (!reference) {
		const path = String(from.fieldRef?.fieldPath ?? '').split('.');
		return String(path.reduce<Value>((value, key) => value?.[key], object) ?? '');
	}

	const {items, errors} = yield* selectItems(invocation, {
		words: [`${from.configMapKeyRef ? 'configmaps' : 'secrets'}/${reference.name}`],
		ignoreSelectors: true,
		named: true,
	});
	throwAll(errors);
	const value = (items[0].object!.data as Record<string, string> | undefined)?.[reference.key];
	if (value === undefined) {
		throw new CommandFailure(
			`key ${reference.key} not found in ${from.configMapKeyRef ? 'config map' : 'secret'} ${reference.name}`,
		);
	}

	return from.secretKeyRef ? Buffer.from(value, 'base64').toString() : value;
}

function* listOne(invocation: Invocation, {resource, name, object}: Item, variables: Variables): Routine {
	const {flags} = invocation;
	const spec = podSpecOf(object!);
	const pattern = flags.text('containers');
	for (const container of [
		...chosenContainers(spec.containers, pattern),
		...chosenContainers(spec.initContainers, pattern),
	]) {
		invocation.out(`# ${resource.kind} ${name}, container ${container.name}\n`);
		for (const one of updated(container.env ?? [], variables)) {
			invocation.out(
				!one.valueFrom
					? `${one.name}=${one.value ?? ''}\n`
					: flags.on('resolve')
						? `${one.name}=${yield* referredValue(invocation, object!, one.valueFrom)}\n`
						: `# ${one.name} from ${referenceText(one.valueFrom)}\n`,
			);
		}
	}
}

/** `kubectl set env`: environment variables of the containers of workloads. */
export function* setEnv(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const {resources, texts} = split(invocation);
	checkSetFlags(invocation);
	if (resources.length === 0 && flags.list('filename').length === 0 && !flags.text('kustomize')) {
		throw new CommandFailure('one or more resources must be specified as <resource> <name> or <resource>/<name>');
	}

	if (flags.on('list') && flags.text('output')) {
		throw new CommandFailure('--list and --output may not be specified together');
	}

	if (flags.list('keys').length > 0 && !flags.text('from')) {
		throw new CommandFailure('when specifying --keys, a configmap or secret must be provided with --from');
	}

	yield* invocation.target();
	const asked = parseVariables(invocation, [...flags.list('env'), ...texts]);
	const variables = flags.text('from') ? {...asked, set: [...asked.set, ...(yield* variablesFrom(invocation))]} : asked;
	const {items, errors} = yield* selectItems(invocation, {words: resources, local: flags.on('local')});
	throwAll(errors);
	if (flags.on('list')) {
		for (const item of items) {
			yield* listOne(invocation, item, variables);
		}

		return;
	}

	const pattern = flags.text('containers') || '*';
	yield* setAll(invocation, items, {
		past: 'env updated',
		failing: 'env update to pod template:',
		named: true,
		change(item) {
			const change = (containers: readonly Value[] | undefined): readonly Value[] | undefined =>
				containers?.map((container) => {
					if (chosenContainers([container], pattern).length === 0) {
						return container;
					}

					if (flags.changed('overwrite') && !flags.on('overwrite')) {
						checkOverwrites(container.env ?? [], variables);
					}

					const env = updated(container.env ?? [], variables);
					return env.length > 0 || container.env ? {...container, env} : container;
				});
			return withPodSpec(item, (spec) => {
				const {containers, initContainers} = spec;
				if (chosenContainers([...(containers ?? []), ...(initContainers ?? [])], pattern).length === 0) {
					invocation.warn(
						`${item.resource.kind}/${item.name} does not have any containers matching ${JSON.stringify(pattern)}`,
					);
				}

				return {
					...spec,
					containers: change(containers),
					...(initContainers ? {initContainers: change(initContainers)} : {}),
				};
			});
		},
	});
}
