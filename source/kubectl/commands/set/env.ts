import type {Routine} from '../../../kernel/routine.js';
import {goText} from '../../../go/print.js';
import {CommandFailure, throwAll, usageFailure} from '../../failure.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import type {Fields} from '../../../kernel/record.js';
import {
	nestedField,
	nestedMap,
	nestedMapSlice,
	nestedString,
	type Unstructured,
} from '../../../objects/unstructured.js';
import {checkSetFlags, chosenContainers, podSpecOf, setAll, withContainers, withPodSpec} from './pod-template.js';

/** A variable that is to be set. */
type Variable = {readonly name: string; readonly value?: string; readonly valueFrom?: Fields};

interface Variables {
	readonly set: readonly Variable[];
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
	const set: Variable[] = [];
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

/** The field of `valueFrom` that refers to an object of a kind. */
const referenceFields = new Map([
	['ConfigMap', 'configMapKeyRef'],
	['Secret', 'secretKeyRef'],
]);

/** Variables that take their values from the keys of a ConfigMap or Secret. */
function* variablesFrom(invocation: Invocation): Routine<readonly Variable[]> {
	const {flags} = invocation;
	const {items, errors} = yield* selectItems(invocation, {
		words: [flags.text('from')],
		ignoreSelectors: true,
		named: true,
	});
	throwAll(errors);
	const keys = flags.list('keys');
	const found: Variable[] = [];
	for (const {resource, name, object} of items) {
		const field = referenceFields.get(resource.kind);
		if (field === undefined) {
			throw new CommandFailure('unsupported resource specified in --from');
		}

		for (const key of Object.keys(nestedMap(object, 'data') ?? {}).sort()) {
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

/** The variables, with set values replaced in place and new ones at the end. */
const updated = (existing: readonly Fields[], {set, remove}: Variables): readonly Fields[] => {
	const nameOf = (variable: Fields): string => nestedString(variable, 'name') ?? '';
	const kept = existing
		.filter((one) => !remove.includes(nameOf(one)))
		.map((one) => set.find(({name}) => name === nameOf(one)) ?? one);
	const names = new Set([...kept.map((one) => nameOf(one)), ...remove]);
	const added = set.filter(({name}) => (names.has(name) ? false : names.add(name)));
	return [...kept, ...added];
};

const checkOverwrites = (existing: readonly Fields[], {set}: Variables): void => {
	for (const {name} of set) {
		const taken = existing.find((one) => one['name'] === name);
		if (taken) {
			const value = nestedString(taken, 'value') ?? '';
			throw new CommandFailure(`'${name}' already has a value (${value}), and --overwrite is false`);
		}
	}
};

/** A reference to a key of a ConfigMap or Secret; `undefined` for another reference. */
const keyReference = (
	from: unknown,
): {readonly isSecret: boolean; readonly name: string; readonly key: string} | undefined => {
	const configMap = nestedMap(from, 'configMapKeyRef');
	const reference = configMap ?? nestedMap(from, 'secretKeyRef');
	return (
		reference && {
			isSecret: configMap === undefined,
			name: nestedString(reference, 'name') ?? '',
			key: nestedString(reference, 'key') ?? '',
		}
	);
};

const referenceText = (from: unknown): string => {
	const reference = keyReference(from);
	if (reference) {
		return `${reference.isSecret ? 'secret' : 'configmap'} ${reference.name}, key ${reference.key}`;
	}

	if (nestedMap(from, 'fieldRef')) {
		return `field path ${nestedString(from, 'fieldRef', 'fieldPath')}`;
	}

	if (nestedMap(from, 'resourceFieldRef')) {
		const container = nestedString(from, 'resourceFieldRef', 'containerName');
		return `resource field ${container ? `${container}/` : ''}${nestedString(from, 'resourceFieldRef', 'resource')}`;
	}

	return 'invalid valueFrom';
};

/** The value behind a reference. */
function* referredValue(invocation: Invocation, object: Unstructured, from: unknown): Routine<string> {
	const reference = keyReference(from);
	if (!reference) {
		const path = (nestedString(from, 'fieldRef', 'fieldPath') ?? '').split('.');
		return goText(nestedField(object, ...path) ?? '');
	}

	const {isSecret, name, key} = reference;
	const {items, errors} = yield* selectItems(invocation, {
		words: [`${isSecret ? 'secrets' : 'configmaps'}/${name}`],
		ignoreSelectors: true,
		named: true,
	});
	throwAll(errors);
	const value = nestedString(items[0]?.object, 'data', key);
	if (value === undefined) {
		throw new CommandFailure(`key ${key} not found in ${isSecret ? 'secret' : 'config map'} ${name}`);
	}

	return isSecret ? Buffer.from(value, 'base64').toString() : value;
}

function* listOne(invocation: Invocation, {resource, name, object}: Item, variables: Variables): Routine {
	const {flags} = invocation;
	const spec = podSpecOf(object);
	const pattern = flags.text('containers');
	for (const container of [
		...chosenContainers(nestedMapSlice(spec, 'containers'), pattern),
		...chosenContainers(nestedMapSlice(spec, 'initContainers'), pattern),
	]) {
		invocation.out(`# ${resource.kind} ${name}, container ${nestedString(container, 'name')}\n`);
		for (const one of updated(nestedMapSlice(container, 'env'), variables)) {
			const variable = nestedString(one, 'name');
			const from = nestedMap(one, 'valueFrom');
			if (!from) {
				invocation.out(`${variable}=${nestedString(one, 'value') ?? ''}\n`);
			} else if (flags.on('resolve')) {
				invocation.out(`${variable}=${yield* referredValue(invocation, object, from)}\n`);
			} else {
				invocation.out(`# ${variable} from ${referenceText(from)}\n`);
			}
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
	const mayOverwrite = !flags.changed('overwrite') || flags.on('overwrite');
	const change = (container: Fields): Fields => {
		if (chosenContainers([container], pattern).length === 0) {
			return container;
		}

		const existing = nestedMapSlice(container, 'env');
		if (!mayOverwrite) {
			checkOverwrites(existing, variables);
		}

		const env = updated(existing, variables);
		return env.length > 0 || container['env'] ? {...container, env} : container;
	};
	yield* setAll(invocation, items, {
		past: 'env updated',
		failing: 'env update to pod template:',
		named: true,
		change: (item) =>
			withPodSpec(item, (spec) => {
				const all = [...nestedMapSlice(spec, 'containers'), ...nestedMapSlice(spec, 'initContainers')];
				if (chosenContainers(all, pattern).length === 0) {
					invocation.warn(
						`${item.resource.kind}/${item.name} does not have any containers matching ${JSON.stringify(pattern)}`,
					);
				}

				return withContainers(withContainers(spec, 'containers', change), 'initContainers', change);
			}),
	});
}
