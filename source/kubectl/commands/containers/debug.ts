import {imageReference} from '../../image-reference.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {parse} from 'yaml';
import {schemaOfKind} from '../../../objects/schema.js';
import {createTwoWayPatch} from '../../../objects/strategic-merge-patch/create.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {objectName} from '../../printing/output.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {keyOf} from '../../resource-path.js';
import type {Container, Pod} from '../../../objects/kubernetes.generated.js';
import {isRecord, type Fields} from '../../../kernel/record.js';
import {isObjectOf, withValue, type Unstructured} from '../../../objects/unstructured.js';
import {allContainers} from '../../pod-containers.js';
import {podWith, showConsole, statusOf, type PodObject} from './started-pod.js';
import {nodePod, profiledCopy, profileOf, secured, type PodDraft} from './debug-profiles.js';

interface Words {
	readonly targets: readonly string[];
	/** The words after `--`. */
	readonly command: readonly string[];
}

const wordsOf = ({words, line}: Invocation): Words =>
	line.dashAt === -1
		? {targets: words, command: []}
		: {targets: words.slice(0, line.dashAt), command: words.slice(line.dashAt)};

const imagesOf = ({flags}: Invocation): ReadonlyMap<string, string> =>
	new Map(flags.list('set-image').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));

/** The mistake in the flags for a copy of the Pod. */
const copyProblem = ({flags}: Invocation, command: readonly string[]): string | undefined => {
	if (flags.text('copy-to')) {
		if (!flags.text('image') && flags.list('set-image').length === 0 && command.length === 0) {
			return 'you must specify --image, --set-image or command arguments.';
		}

		return command.length > 0 && !flags.text('container') && !flags.text('image')
			? 'you must specify an existing container or a new image when specifying args.'
			: undefined;
	}

	const exclusive = ['replace', 'same-node'].find((flag) => flags.on(flag)) ?? '';
	if (exclusive || flags.list('set-image').length > 0) {
		return `--${exclusive || 'set-image'} may only be used with --copy-to.`;
	}

	return flags.text('image') ? undefined : 'you must specify --image when not using --copy-to.';
};

/** kubectl names the target while it checks its flags, before it looks for the Pod. */
const sayTarget = (invocation: Invocation): void => {
	const target = invocation.flags.text('target');
	if (target && !invocation.flags.on('quiet')) {
		invocation.out(
			`Targeting container "${target}". If you don't see processes from this container it may be because the container runtime doesn't support this feature.\n`,
		);
	}
};

/** @throws {CommandFailure} for flags that exclude each other. @mirrors kubectl/pkg/cmd/debug DebugOptions.Validate */
const check = (invocation: Invocation, {targets, command}: Words): void => {
	const {flags} = invocation;
	const wrong = copyProblem(invocation, command);
	if (wrong) {
		throw new CommandFailure(wrong);
	}

	const image = flags.text('image');
	if (image && !imageReference.test(image)) {
		throw new CommandFailure(`invalid image name ${JSON.stringify(image)}: invalid reference format`);
	}

	if (targets.length === 0 && flags.list('filename').length === 0) {
		throw new CommandFailure('NAME or filename is required for debug');
	}

	const pullPolicy = flags.text('image-pull-policy');
	if (!['', ...pullPolicies].includes(pullPolicy)) {
		throw new CommandFailure(`invalid image pull policy: ${pullPolicy}`);
	}

	for (const [name, one] of imagesOf(invocation)) {
		if (!imageReference.test(one)) {
			throw new CommandFailure(
				`invalid image name ${JSON.stringify(one)} for container ${JSON.stringify(name)}: invalid reference format`,
			);
		}
	}

	if (flags.text('target') && flags.text('copy-to')) {
		throw new CommandFailure('--target is incompatible with --copy-to. Use --share-processes instead.');
	}

	sayTarget(invocation);

	if (flags.on('tty') && !flags.on('stdin')) {
		throw new CommandFailure('-i/--stdin is required for containers with -t/--tty=true');
	}
};

/** The container specification of `--custom`, which overrides that of the profile. */
const customOf = ({flags, environment}: Invocation): Fields => {
	const file = flags.text('custom');
	if (!file) {
		return {};
	}

	const text = environment.files[file];
	if (text === undefined) {
		throw new CommandFailure(
			`must pass a container spec json file for custom profile: open ${file}: no such file or directory`,
		);
	}

	const custom: unknown = parse(text);
	return isRecord(custom) ? custom : {};
};

/** The pull policies of images. */
const pullPolicies = ['Always', 'IfNotPresent', 'Never'] as const;

/** The debugging container, before its profile. */
const containerOf = (invocation: Invocation, name: string, command: readonly string[]): Container => {
	const {flags} = invocation;
	const environment = flags.list('env').map((pair) => {
		const equals = pair.indexOf('=');
		const value = pair.slice(equals + 1);
		return {name: pair.slice(0, equals), ...(value ? {value} : {})};
	});
	const imagePullPolicy = pullPolicies.find((policy) => policy === flags.text('image-pull-policy'));
	return {
		name,
		...(environment.length > 0 ? {env: environment} : {}),
		image: flags.text('image'),
		...(imagePullPolicy ? {imagePullPolicy} : {}),
		resources: {},
		...(flags.on('stdin') ? {stdin: true} : {}),
		terminationMessagePolicy: 'File',
		...(flags.on('tty') ? {tty: true} : {}),
		...(command.length > 0 && flags.on('arguments-only') ? {args: command} : {}),
		...(command.length > 0 && !flags.on('arguments-only') ? {command} : {}),
		...customOf(invocation),
	};
};

/** `kubectl debug`: adds an ephemeral container to a Pod, makes a changed copy of it, or a Pod on a node. */
export function* debug(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const words = wordsOf(invocation);
	profileOf(flags.text('profile'));
	customOf(invocation);
	check(invocation, words);
	if (flags.text('profile') === 'legacy') {
		invocation.err(
			'--profile=legacy is deprecated and planned to be removed in v1.39. It is recommended to specify other profile, for example "--profile=general".\n',
		);
	}

	yield* invocation.target();
	const names = words.targets.map((target) => (target.includes('/') ? target : `pods/${target}`));
	const {items, errors} = yield* selectItems(invocation, {words: names});
	const failures: unknown[] = [...errors];
	for (const item of items) {
		try {
			yield* debugOne(invocation, item, words.command);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

function* debugOne(invocation: Invocation, item: Item, command: readonly string[]): Routine {
	const {flags} = invocation;
	const {pod, container} = yield* started(invocation, item, command);
	const attached = flags.changed('attach') ? flags.on('attach') : flags.on('stdin');
	if (attached && container !== '' && isObjectOf(pod, 'pods')) {
		yield* attachTo(invocation, pod, container);
	}
}

/** The Pod that now has a container for debugging. */
interface Started {
	readonly pod: Unstructured;
	/** Name of the debugging container; empty if no container is new or changed. */
	readonly container: string;
}

const started = (invocation: Invocation, item: Item, command: readonly string[]): Routine<Started> => {
	const {resource, object} = item;
	if (isObjectOf(object, 'nodes')) {
		return debugNode(invocation, item, command);
	}

	if (!isObjectOf(object, 'pods')) {
		const {group, version, kind} = resource;
		throw new CommandFailure(`"${group}/${version}, Kind=${kind}" not supported by debug`);
	}

	return invocation.flags.text('copy-to')
		? debugCopy(invocation, item, object, command)
		: debugInside(invocation, item, object, command);
};

/** Waits for the container without a limit, and shows its console. */
function* attachTo(invocation: Invocation, known: PodObject, container: string): Routine {
	const pod = yield* podWith(invocation, known, {
		conditions: [`container ${container}`],
		met(one) {
			const state = statusOf(one, container)?.state;
			return state?.running !== undefined || state?.terminated !== undefined;
		},
		seen(one) {
			const message = statusOf(one, container)?.state?.waiting?.message;
			if (message && !invocation.flags.on('quiet')) {
				invocation.warn(`container ${container}: ${message}`);
			}
		},
	});
	const found = allContainers(pod).find(({name}) => name === container);
	if (found) {
		yield* showConsole(invocation, pod, found);
	}
}

const suffix = ({kernel}: Invocation): string => kernel.random('kubectl').suffix();

const nameFor = (invocation: Invocation): string => {
	const given = invocation.flags.text('container');
	if (given) {
		return given;
	}

	const name = `debugger-${suffix(invocation)}`;
	if (!invocation.flags.on('quiet')) {
		invocation.out(`Defaulting debug container name to ${name}.\n`);
	}

	return name;
};

function* debugInside(
	invocation: Invocation,
	item: Item,
	pod: PodObject,
	command: readonly string[],
): Routine<Started> {
	const {resource, namespace, name} = item;
	const target = invocation.flags.text('target');
	const plain = containerOf(invocation, nameFor(invocation), command);
	const container = {
		...secured(plain, profileOf(invocation.flags.text('profile'))),
		...(target ? {targetContainerName: target} : {}),
	};
	yield* note(
		'kubectl.generate',
		{case: 'ephemeral-container', container: container.name, of: objectName(resource, name), output: container},
		{object: keyOf(resource, namespace, name)},
	);
	const changed = withValue(pod, ['spec', 'ephemeralContainers'], [...(pod.spec.ephemeralContainers ?? []), container]);
	const patch = createTwoWayPatch(pod, changed, schemaOfKind('v1', 'Pod'));
	const patched = yield* invocation.patch(resource, namespace, name, 'strategic-merge', patch, {
		subresource: 'ephemeralcontainers',
	});
	return {pod: patched, container: container.name};
}

/** A container with another command and no arguments, or with other arguments. */
const withCommand = (one: Container, {flags}: Invocation, command: readonly string[]): Container => {
	if (command.length === 0) {
		return one;
	}

	const {args: _, ...other} = one;
	return flags.on('arguments-only') ? {...one, args: command} : {...other, command};
};

/** The copy of a Pod with its debugging container, or with other images or another command in an existing container. */
const copyOf = (
	invocation: Invocation,
	{metadata, spec: original}: Pod,
	command: readonly string[],
): {readonly copy: PodDraft; readonly name: string} => {
	const {flags} = invocation;
	const {ephemeralContainers: _, nodeName, ...spec} = original;
	const images = imagesOf(invocation);
	let containers = spec.containers.map((one) => {
		const image = images.get('*') ?? images.get(one.name);
		return image === undefined ? one : {...one, image};
	});
	let name = flags.text('container');
	if (name === '' && flags.text('image')) {
		name = nameFor(invocation);
	}

	const known = containers.find((one) => one.name === name);
	if (known) {
		containers = containers.map((one) =>
			one === known
				? {
						...withCommand(one, invocation, command),
						...(flags.text('image') ? {image: flags.text('image')} : {}),
						...(flags.on('stdin') ? {stdin: true} : {}),
						...(flags.on('tty') ? {tty: true} : {}),
					}
				: one,
		);
	} else if (name !== '') {
		containers = [...containers, containerOf(invocation, name, command)];
	}

	const {labels, annotations, namespace} = metadata;
	const copy: PodDraft = {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name: flags.text('copy-to'),
			namespace,
			...(labels ? {labels} : {}),
			...(annotations ? {annotations} : {}),
		},
		spec: {...spec, containers, ...(flags.on('same-node') ? {nodeName} : {})},
	};
	return {copy, name};
};

function* debugCopy(invocation: Invocation, item: Item, before: Pod, command: readonly string[]): Routine<Started> {
	const {flags} = invocation;
	const {resource, namespace, name: original} = item;
	const {copy, name} = copyOf(invocation, before, command);
	const after =
		name === ''
			? copy
			: profiledCopy(copy, name, profileOf(flags.text('profile')), {
					labels: flags.on('keep-labels'),
					annotations: flags.on('keep-annotations'),
					liveness: flags.on('keep-liveness'),
					readiness: flags.on('keep-readiness'),
					startup: flags.on('keep-startup'),
					initContainers: flags.on('keep-init-containers'),
					shareProcesses: flags.on('share-processes'),
				});
	yield* note(
		'kubectl.generate',
		{case: 'debug-copy', of: objectName(resource, original), copy: copy.metadata.name, before, after},
		{object: keyOf(resource, namespace, copy.metadata.name ?? '')},
	);
	const pod = yield* invocation.create(resource, namespace, after);
	if (flags.on('replace')) {
		yield* invocation.delete(resource, namespace, original, {apiVersion: 'v1', kind: 'DeleteOptions'});
	}

	return {pod, container: name};
}

function* debugNode(invocation: Invocation, {name: node}: Item, command: readonly string[]): Routine<Started> {
	const {flags} = invocation;
	const container = containerOf(invocation, flags.text('container') || 'debugger', command);
	const name = `node-debugger-${node}-${suffix(invocation)}`;
	if (!flags.on('quiet')) {
		invocation.out(`Creating debugging pod ${name} with container ${container.name} on node ${node}.\n`);
	}

	const pods = yield* resolveResource(invocation, 'pods');
	const namespace = yield* invocation.namespace();
	const pod = nodePod(name, node, container, profileOf(flags.text('profile')));
	yield* note(
		'kubectl.generate',
		{case: 'node-debugger', pod: name, node, output: pod},
		{object: keyOf(pods, namespace, name)},
	);
	const created = yield* invocation.create(pods, namespace, withValue(pod, ['metadata', 'namespace'], namespace));
	return {pod: created, container: container.name};
}
