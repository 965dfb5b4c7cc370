import {equal} from '../../../kernel/equality.js';
import type {RbacV1Subject as Subject} from '../../../objects/kubernetes.generated.js';
import type {Fields} from '../../../kernel/record.js';
import {nestedMap, nestedMapSlice, nestedSlice, nestedString, withValue} from '../../../objects/unstructured.js';
import {amountsOf} from '../../amounts.js';
import {labelSelectorOf} from '../../label-selector.js';
import {resourcesAndPairs, splitOnce} from '../../word-pairs.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Command} from '../../command.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {setEnv} from './env.js';
import {checkSetFlags, chosenContainers, setAll, withContainers, withPodSpec} from './pod-template.js';

/** The objects that the words name; a missing one ends the command. */
function* itemsOf(invocation: Invocation, words: readonly string[]): Routine<readonly Item[]> {
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {words, local: invocation.flags.on('local')});
	throwAll(errors);
	return items;
}

/** `kubectl set image`. */
function* setImage(invocation: Invocation): Routine<number | void> {
	const {resources, pairs} = resourcesAndPairs(invocation.words, 'image');
	const wrong = pairs.filter((pair) => !/^[^=]+=/.test(pair));
	if (wrong.length > 0) {
		throw new CommandFailure(`invalid image format: ${wrong.join(', ')}`);
	}

	const images = new Map(pairs.map((pair) => splitOnce(pair, '=')));
	const items = yield* itemsOf(invocation, resources);
	checkSetFlags(invocation);
	if (images.size === 0) {
		throw new CommandFailure('at least one image update is required');
	}

	if (images.size > 1 && images.has('*')) {
		throw new CommandFailure(
			'all containers are already specified by *, but saw more than one container_name=container_image pairs',
		);
	}

	const missing: Error[] = [];
	const replaced = (container: Fields): Fields => {
		const image = images.get('*') ?? images.get(nestedString(container, 'name') ?? '');
		return image === undefined ? container : {...container, image};
	};
	try {
		yield* setAll(invocation, items, {
			past: 'image updated',
			failing: 'image update to pod template:',
			named: true,
			change: (item) =>
				withPodSpec(item, (spec) => {
					const all = [...nestedMapSlice(spec, 'containers'), ...nestedMapSlice(spec, 'initContainers')];
					for (const name of images.keys()) {
						if (chosenContainers(all, name).length === 0) {
							missing.push(new CommandFailure(`error: unable to find container named ${JSON.stringify(name)}`));
						}
					}

					return withContainers(withContainers(spec, 'containers', replaced), 'initContainers', replaced);
				}),
		});
	} catch (error) {
		missing.push(isFailure(error));
	}

	throwAll(missing);
}

/** `kubectl set resources`. */
function* setResources(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const items = yield* itemsOf(invocation, invocation.words);
	checkSetFlags(invocation);
	if (!flags.text('limits') && !flags.text('requests')) {
		throw new CommandFailure('you must specify an update to requests or limits (in the form of --requests/--limits)');
	}

	const [limits, requests] = [amountsOf(flags.text('limits')), amountsOf(flags.text('requests'))];
	const pattern = flags.text('containers') || '*';
	const missing: Error[] = [];
	const merged = (container: Fields): Fields => {
		let resources = nestedMap(container, 'resources') ?? {};
		for (const [field, amounts] of [
			['limits', limits],
			['requests', requests],
		] as const) {
			if (Object.keys(amounts).length > 0) {
				resources = {...resources, [field]: {...nestedMap(resources, field), ...amounts}};
			}
		}

		return {...container, resources};
	};
	try {
		yield* setAll(invocation, items, {
			past: 'resource requirements updated',
			failing: 'resources update to pod template',
			named: true,
			change: (item) =>
				withPodSpec(item, (spec) => {
					const chosen = chosenContainers(nestedMapSlice(spec, 'containers'), pattern);
					if (chosen.length === 0) {
						missing.push(new CommandFailure(`error: unable to find container named ${pattern}`));
					}

					return withContainers(spec, 'containers', (one) => (chosen.includes(one) ? merged(one) : one));
				}),
		});
	} catch (error) {
		missing.push(isFailure(error));
	}

	throwAll(missing);
}

/** `kubectl set serviceaccount`. */
function* setServiceAccount(invocation: Invocation): Routine<number | void> {
	const {words} = invocation;
	const name = words.at(-1);
	if (name === undefined) {
		throw new CommandFailure('serviceaccount is required');
	}

	yield* setAll(invocation, yield* itemsOf(invocation, words.slice(0, -1)), {
		past: 'serviceaccount updated',
		failing: 'ServiceAccountName',
		named: true,
		always: true,
		change: (item) => withPodSpec(item, (spec) => ({...spec, serviceAccountName: name})),
	});
}

/** `kubectl set selector`. */
function* setSelector(invocation: Invocation): Routine<number | void> {
	const {words, flags} = invocation;
	const text = words.at(-1);
	if (text === undefined) {
		throw new CommandFailure('one selector is required');
	}

	const {matchLabels, matchExpressions} = labelSelectorOf(text);

	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {words: words.slice(0, -1), local: flags.on('local')});
	const failures: unknown[] = [...errors];
	try {
		yield* setAll(invocation, items, {
			past: 'selector updated',
			always: true,
			change({resource, object}) {
				if (resource.kind !== 'Service') {
					throw new CommandFailure('setting a selector is only supported for Services');
				}

				if (matchExpressions) {
					const expressions = matchExpressions
						.map(({key, operator, values = []}) => `{${key} ${operator} [${values.join(' ')}]}`)
						.join(' ');
					throw new CommandFailure(`match expression [${expressions}] not supported on this object`);
				}

				const changed = withValue(object, ['spec', 'selector'], matchLabels);
				return flags.text('resource-version')
					? withValue(changed, ['metadata', 'resourceVersion'], flags.text('resource-version'))
					: changed;
			},
		});
	} catch (error) {
		failures.push(isFailure(error));
	}

	throwAll(failures);
}

const group = 'rbac.authorization.k8s.io';

/** `kubectl set subject`: the subjects of bindings. */
function* setSubject(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const items = yield* itemsOf(invocation, invocation.words);
	checkSetFlags(invocation);
	const accounts = flags.list('serviceaccount').map((text) => text.split(':'));
	const more: readonly Subject[] = [
		...flags.list('user').map((name) => ({apiGroup: group, kind: 'User', name})),
		...flags.list('group').map((name) => ({apiGroup: group, kind: 'Group', name})),
	];
	if (more.length === 0 && accounts.length === 0) {
		throw new CommandFailure('you must specify at least one value of user, group or serviceaccount');
	}

	if (accounts.some((parts) => parts.length !== 2 || parts[1] === '')) {
		throw new CommandFailure('serviceaccount must be <namespace>:<name>');
	}

	const chosen = yield* invocation.namespace();
	const wanted: readonly Subject[] = [
		...more,
		...accounts.map(([namespace, name = '']) => ({kind: 'ServiceAccount', name, namespace: namespace || chosen})),
	];
	yield* setAll(invocation, items, {
		past: 'subjects updated',
		failing: 'subjects to rolebinding:',
		named: true,
		type: 'strategic-merge',
		change({resource, object}) {
			if (!['RoleBinding', 'ClusterRoleBinding'].includes(resource.kind)) {
				throw new CommandFailure('setting subjects is only supported for RoleBinding/ClusterRoleBinding');
			}

			const subjects = [...nestedSlice(object, 'subjects')];
			for (const subject of wanted) {
				if (!subjects.some((one) => equal(one, subject))) {
					subjects.push(subject);
				}
			}

			return {...object, subjects};
		},
	});
}

/** `kubectl set …`. */
export const setCommands: Readonly<Record<string, Command>> = {
	'set env': setEnv,
	'set image': setImage,
	'set resources': setResources,
	'set selector': setSelector,
	'set serviceaccount': setServiceAccount,
	'set subject': setSubject,
};
