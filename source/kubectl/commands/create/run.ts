import {splitOnce, parseLabels} from '../../word-pairs.js';
import {imageReference} from '../../image-reference.js';
import {goJSON} from '../../../go/encode-json.js';
import {withValue, type Unstructured} from '../../../objects/unstructured.js';
import {fieldManager} from '../../field-manager.js';
import {withLastApplied} from '../../last-applied.js';
import {deletedText, propagation} from '../../deletion.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, printResult, type DryRun, type Format} from '../../printing/output.js';
import {atoi} from '../../atoi.js';
import {generated, generatorsRemovedIn} from './generators.js';
import {overridden} from './overrides.js';
import {resolveResource} from '../../selection.js';
import {ignoreNotFound} from '../../../client/errors.js';
import {attachToCreated} from '../containers/attach-created.js';
import type {ApiResource} from '../../discovery.js';
import type {Invocation} from '../../invocation.js';

/**
The Pod of `kubectl run`.

@param container the words after `--`; the arguments of the image's entry point, or with `command` the command itself.
@mirrors kubectl/pkg/generate/versioned BasicPod
*/
export const podFromFlags = (options: {
	readonly name: string;
	readonly image: string;
	readonly labels?: Readonly<Record<string, string>>;
	readonly port?: number;
	readonly environment?: readonly string[];
	readonly pullPolicy?: string;
	readonly restartPolicy?: string;
	readonly stdin?: boolean;
	readonly tty?: boolean;
	readonly privileged?: boolean;
	readonly annotations?: readonly string[];
	readonly command?: boolean;
	readonly words?: readonly string[];
}): Unstructured => {
	const {
		name,
		image,
		labels,
		port,
		environment = [],
		pullPolicy,
		restartPolicy = 'Always',
		words = [],
		annotations = [],
	} = options;
	return {
		apiVersion: 'v1',
		kind: 'Pod',
		metadata: {
			name,
			labels: labels ?? {run: name},
			...(annotations.length > 0
				? {annotations: Object.fromEntries(annotations.map((one) => splitOnce(one, '=')))}
				: {}),
		},
		spec: {
			containers: [
				{
					name,
					image,
					...(pullPolicy ? {imagePullPolicy: pullPolicy} : {}),
					...(words.length > 0 ? {[options.command ? 'command' : 'args']: words} : {}),
					...(environment.length > 0
						? {
								env: environment
									.map((one) => splitOnce(one, '='))
									.map(([key, value]) => (value === '' ? {name: key} : {name: key, value})),
							}
						: {}),
					...(port === undefined ? {} : {ports: [{containerPort: port}]}),
					resources: {},
					...(options.privileged ? {securityContext: {privileged: true}} : {}),
					...(options.stdin ? {stdin: true} : {}),
					...(options.stdin && restartPolicy === 'Never' ? {stdinOnce: true} : {}),
					...(options.tty ? {tty: true} : {}),
				},
			],
			dnsPolicy: 'ClusterFirst',
			restartPolicy,
		},
		status: {},
	};
};

const restartPolicyOf = ({flags}: Invocation): string => flags.text('restart') || 'Always';

/** @throws {CommandFailure} for invalid flags about the Pod. @mirrors kubectl/pkg/cmd/run RunOptions.Run */
const checkPod = (invocation: Invocation): void => {
	const {flags, commandPath} = invocation;
	if (flags.changed('pod-running-timeout') && flags.durationMs('pod-running-timeout') <= 0) {
		throw usageFailure(commandPath, '--pod-running-timeout must be higher than zero');
	}

	const image = flags.text('image');
	if (image === '') {
		throw new CommandFailure('--image is required');
	}

	if (!imageReference.test(image)) {
		throw new CommandFailure(`Invalid image name "${image}": invalid reference format`);
	}

	const restartPolicy = restartPolicyOf(invocation);
	if (!['Always', 'OnFailure', 'Never'].includes(restartPolicy)) {
		throw usageFailure(commandPath, `invalid restart policy: ${restartPolicy}`);
	}

	if (flags.on('tty') && !flags.on('stdin')) {
		throw usageFailure(commandPath, '-i/--stdin is required for containers with -t/--tty=true');
	}

	if (flags.on('expose') && !flags.text('port')) {
		throw usageFailure(commandPath, '--port must be set when exposing a service');
	}
};

/** @throws {CommandFailure} for flags about the console that exclude other flags of the container. */
const checkAttaching = (invocation: Invocation, attached: boolean, dryRun: DryRun): void => {
	const {flags, commandPath} = invocation;
	if (flags.on('rm') && !attached) {
		throw usageFailure(commandPath, '--rm should only be used for attached containers');
	}

	if (attached && dryRun !== 'none') {
		throw usageFailure(
			commandPath,
			"--dry-run=[server|client] can't be used with attached containers options (--attach, --stdin, or --tty)",
		);
	}

	const pullPolicy = flags.text('image-pull-policy');
	if (!['', 'Always', 'IfNotPresent', 'Never'].includes(pullPolicy)) {
		throw usageFailure(commandPath, `invalid image pull policy: ${pullPolicy}`);
	}

	propagation(invocation);
	const annotation = flags.list('annotations').find((one) => !/^[^=]+=/.test(one));
	if (annotation !== undefined) {
		throw new CommandFailure(`invalid annotations format: ${annotation}`);
	}

	const wrong = flags.list('env').find((one) => !/^[-._a-zA-Z][-._a-zA-Z\d]*=/.test(one));
	if (wrong !== undefined) {
		throw new CommandFailure(`invalid env: ${wrong}`);
	}
};

/** `kubectl run`: makes one Pod from flags. Until version 1.18 it made a Deployment, and does so in a scenario with generators. */
export function* run(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	const [name, ...rest] = words;
	if (name === undefined || invocation.line.dashAt === 0) {
		throw usageFailure(invocation.commandPath, 'NAME is required for run');
	}

	checkPod(invocation);
	const dryRun = dryRunOf(invocation);
	const attached = flags.changed('attach') ? flags.on('attach') : flags.on('stdin');
	checkAttaching(invocation, attached, dryRun);
	const format = {...formatOf(invocation), typed: true};
	const namespace = yield* invocation.namespace();
	const image = flags.text('image');
	let pod = podFromFlags({
		name,
		image,
		labels: parseLabels(flags.text('labels')),
		port: flags.text('port') ? atoi(flags.text('port')) : undefined,
		environment: flags.list('env'),
		pullPolicy: flags.text('image-pull-policy'),
		restartPolicy: restartPolicyOf(invocation),
		stdin: flags.on('stdin'),
		tty: flags.on('tty'),
		privileged: flags.on('privileged'),
		annotations: flags.list('annotations'),
		command: flags.on('command'),
		words: rest,
	});
	if (flags.changed('namespace')) {
		pod = withValue(pod, ['metadata', 'namespace'], namespace);
	}

	pod = overridden(invocation, pod);
	const made = yield* madeOf(invocation, pod, {name, image});
	pod = made.object;
	if (flags.on('save-config') && dryRun !== 'client') {
		pod = withLastApplied(pod, {typed: true});
	}

	const resource = yield* resolveResource(invocation, made.resource);
	const placed = withValue(pod, ['metadata', 'namespace'], pod.metadata?.namespace ?? namespace);
	const created =
		dryRun === 'client'
			? pod
			: yield* invocation.create(resource, namespace, placed, {
					query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-run')},
				});
	if (flags.on('expose')) {
		yield* exposeIt(invocation, pod, format, dryRun);
	}

	if (attached) {
		yield* attachTo(invocation, resource, created);
		return;
	}

	printResult(invocation, format, resource, created, 'created', dryRun);
}

/** The object to send: the Pod itself, or the result of an old generator. */
function* madeOf(
	invocation: Invocation,
	pod: Unstructured,
	{name, image}: {readonly name: string; readonly image: string},
): Routine<{readonly resource: string; readonly object: Unstructured}> {
	const input = invocation.line.arguments;
	if (!invocation.environment.generators) {
		yield* note('kubectl.generate', {case: 'run', pod: name, image, input, output: pod});
		return {resource: 'pods', object: pod};
	}

	const {generator, resource, object, warning = ''} = generated(invocation, pod);
	const kind = object.kind ?? '';
	const removedIn = generatorsRemovedIn;
	yield* note('kubectl.generate', {case: 'generator', generator, kind, name, removedIn, input, output: object});
	invocation.err(warning);
	return {resource, object};
}

/** The Service that `--expose` creates next to the Pod. */
function* exposeIt(invocation: Invocation, pod: Unstructured, format: Format, dryRun: DryRun): Routine {
	const {flags} = invocation;
	const port = atoi(flags.text('port'));
	const namespace = yield* invocation.namespace();
	const name = pod.metadata?.name;
	const service: Unstructured = {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name, ...(pod.metadata?.namespace ? {namespace: pod.metadata.namespace} : {})},
		spec: {ports: [{port, protocol: 'TCP', targetPort: port}], selector: pod.metadata?.labels},
		status: {loadBalancer: {}},
	};
	yield* note('kubectl.generate', {case: 'expose-pod', service: name, port, output: goJSON(service)});
	const services = yield* resolveResource(invocation, 'services');
	const created =
		dryRun === 'client'
			? service
			: yield* invocation.create(services, namespace, withValue(service, ['metadata', 'namespace'], namespace), {
					query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-run')},
				});
	printResult(invocation, format, services, created, 'created', dryRun);
	if (format.name === 'yaml') {
		invocation.out('---\n---\n');
	}
}

/** Shows the console of the created Pod, and with `--rm` deletes it afterwards. */
function* attachTo(invocation: Invocation, resource: ApiResource, created: Unstructured): Routine {
	let failure: unknown;
	try {
		yield* attachToCreated(invocation, created);
	} catch (error) {
		failure = error;
	}

	if (invocation.flags.on('rm')) {
		yield* remove(invocation, resource, created);
	}

	if (failure !== undefined) {
		throw failure;
	}
}

/** Requests the deletion of the created objects, without waiting for it. @mirrors kubectl/pkg/cmd/run removeCreatedObjects */
function* remove(invocation: Invocation, resource: ApiResource, {metadata}: Unstructured): Routine {
	const {name = '', namespace} = metadata ?? {};
	const answer = yield* ignoreNotFound(
		invocation.delete(resource, namespace, name, {
			apiVersion: 'v1',
			kind: 'DeleteOptions',
			propagationPolicy: propagation(invocation),
		}),
	);
	if (answer && !invocation.flags.on('quiet')) {
		invocation.out(deletedText(resource, namespace, name));
	}
}
