import {frame, note, type Routine} from '../../kernel/routine.js';
import {bytes} from '../../objects/quantity.js';
import type {ConfigMap, Container, Pod, Secret} from '../../objects/kubernetes.generated.js';
import {ApiError} from '../../client/errors.js';
import {containerConfig} from './container-config.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {ConfigurationError, environment, environmentSources} from './environment.js';
import {runHook} from './hooks.js';
import {ensureImage, StartFailure} from './image-manager.js';
import {killContainer} from '../pods/kill.js';
import {fieldPath} from './container-spec.js';
import {RuntimeError, type ContainerConfig, type PodSandboxConfig} from '../runtime/cri.js';
import {imageNamed} from '../runtime/images/catalogue.js';
import type {LocalImage} from '../runtime/images/image-service.js';
import type {Sandbox} from '../runtime/sandbox.js';
import {nonRootProblem} from './security.js';

export interface StartInput {
	readonly sandbox: Sandbox;
	readonly config: PodSandboxConfig;
	readonly secrets: readonly Secret[];
	readonly attempt: number;
	/** Id of the container whose processes an ephemeral container sees. */
	readonly target?: string;
}

/**
Pulls, creates and starts one container, and runs its postStart hook.

@returns whether it runs; if not, the record says why it waits.
@mirrors kuberuntime startContainer
*/
export function* startContainer(
	context: KubeletContext,
	record: PodRecord,
	container: Container,
	input: StartInput,
): Routine<boolean> {
	const {pod} = record;
	try {
		yield* frame(
			{name: `start ${container.name} of ${podName(pod)}`, facts: {attempt: input.attempt}},
			start(context, record, container, input),
		);
		record.waiting.delete(container.name);
		return true;
	} catch (error) {
		if (!(error instanceof StartFailure)) {
			throw error;
		}

		record.waiting.set(container.name, {reason: error.reason, message: error.message});
		const short = /^(ErrImagePull|ImagePullBackOff|InvalidImageName|ErrImageNeverPull)$/.test(error.reason);
		if (error.reason !== 'PostStartHookError') {
			yield* context.recorder.event(pod, 'Warning', 'Failed', `Error: ${short ? error.reason : error.message}`, {
				fieldPath: fieldPath(pod, container.name),
			});
		}

		yield* note(
			'kubelet.sync',
			`${container.name} of ${podName(pod)} cannot start: ${error.reason}.`,
			{reason: error.reason, message: error.message},
			{object: podKey(pod), outcome: 'failed'},
		);
		return false;
	}
}

function* start(context: KubeletContext, record: PodRecord, container: Container, input: StartInput): Routine {
	const {recorder, runtime} = context;
	const {pod} = record;
	const where = {fieldPath: fieldPath(pod, container.name)};
	const image = yield* ensureImage(context, record, container, input.config, input.secrets);
	const config = yield* configure(context, record, container, image, input);
	let id: string;
	try {
		id = yield* runtime.createContainer(input.sandbox.id, config, input.config);
	} catch (error) {
		throw failure(error, 'CreateContainerError');
	}

	yield* recorder.event(pod, 'Normal', 'Created', 'Container created', where);
	try {
		yield* runtime.startContainer(id);
	} catch (error) {
		throw failure(error, 'RunContainerError');
	}

	yield* recorder.event(pod, 'Normal', 'Started', 'Container started', where);
	const hook = container.lifecycle?.postStart;
	if (!hook) {
		return;
	}

	const problem = yield* runHook(context, pod, runtime.container(id)!, 'postStart', hook, Number.POSITIVE_INFINITY);
	if (problem !== undefined) {
		yield* recorder.event(pod, 'Warning', 'FailedPostStartHook', 'PostStartHook failed', where);
		const started = runtime.container(id)!;
		if (started.state === 'RUNNING') {
			yield* killContainer(context, pod, started, {
				message: 'FailedPostStartHook',
				graceSeconds: pod.spec.terminationGracePeriodSeconds ?? 30,
			});
		}

		throw new StartFailure('PostStartHookError', problem);
	}
}

const failure = (error: unknown, reason: string): unknown =>
	error instanceof RuntimeError ? new StartFailure(reason, error.shown) : error;

/** The request for a container: its environment resolved, its mounts and its user known. */
function* configure(
	context: KubeletContext,
	record: PodRecord,
	container: Container,
	local: LocalImage,
	input: StartInput,
): Routine<ContainerConfig> {
	const {options, kernel} = context;
	const {pod} = record;
	const image = imageNamed(options.images, container.image ?? '') ?? {};
	try {
		const {configMaps, secrets} = yield* sourcesOf(context, pod, container);
		const node = context.node();
		const envs = environment(pod, container, {
			configMaps,
			secrets,
			services: context.services(),
			node,
			podIP: input.sandbox.ip || (pod.spec.hostNetwork ? options.node.address : ''),
			hostIP: options.node.address,
		});
		const problem = nonRootProblem(pod, container, image);
		if (problem !== undefined) {
			throw new ConfigurationError(problem);
		}

		return containerConfig(pod, container, {
			attempt: input.attempt,
			imageId: local.id,
			image,
			envs,
			volumes: record.volumes,
			memoryCapacity: bytes(options.node.capacity['memory']),
			messageFile: kernel.random(`kubelet/${options.node.name}`).hex(8),
			target: input.target,
		});
	} catch (error) {
		if (error instanceof ConfigurationError || error instanceof ApiError) {
			throw new StartFailure('CreateContainerConfigError', error.message);
		}

		throw error;
	}
}

function* sourcesOf(
	context: KubeletContext,
	pod: Pod,
	container: Container,
): Routine<{
	readonly configMaps: ReadonlyMap<string, ConfigMap | undefined>;
	readonly secrets: ReadonlyMap<string, Secret | undefined>;
}> {
	const names = environmentSources(container);
	const namespace = pod.metadata.namespace ?? '';
	const configMaps = new Map<string, ConfigMap | undefined>();
	const secrets = new Map<string, Secret | undefined>();
	for (const name of names.configMaps) {
		configMaps.set(name, yield* context.objects.configMap(namespace, name));
	}

	for (const name of names.secrets) {
		secrets.set(name, yield* context.objects.secret(namespace, name));
	}

	return {configMaps, secrets};
}
