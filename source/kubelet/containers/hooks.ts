import {note, sleep, type Routine} from '../../kernel/routine.js';
import type {LifecycleHandler, Pod} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type KubeletContext} from '../context.js';
import {podFormat} from './container-config.js';
import {httpGet, portNumber} from '../probes/probe.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';
import {RuntimeError} from '../runtime/cri.js';

/**
Runs a lifecycle hook to its end.

@returns what went wrong; `undefined`: nothing.
@see https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
*/
export function* runHook(
	context: KubeletContext,
	pod: Pod,
	container: RuntimeContainer,
	kind: 'postStart' | 'preStop',
	handler: LifecycleHandler,
	timeoutMs: number,
): Routine<string | undefined> {
	const what = handler.exec
		? `Exec ${(handler.exec.command ?? []).join(' ')}`
		: handler.httpGet
			? `HTTP GET ${handler.httpGet.path ?? '/'} on port ${handler.httpGet.port}`
			: handler.sleep
				? `Sleep ${handler.sleep.seconds} s`
				: 'TCP socket';
	const stage = `kubelet.hook.${kind}`;
	const object = podKey(pod);
	yield* note(
		stage,
		kind === 'postStart'
			? `The postStart hook of ${container.name} in ${podName(pod)} runs beside the container, which counts as running only when it is done: ${what}.`
			: `The preStop hook of ${container.name} in ${podName(pod)} runs before SIGTERM, within the grace period: ${what}.`,
		{handler, timeoutMs: Number.isFinite(timeoutMs) ? timeoutMs : undefined},
		{object},
	);
	const problem = yield* perform(context, pod, container, handler, timeoutMs);
	yield* note(
		stage,
		problem === undefined
			? `The ${kind} hook of ${container.name} has succeeded.`
			: `The ${kind} hook of ${container.name} has failed: ${problem}.`,
		{message: problem},
		{object, ...(problem === undefined ? {} : {outcome: 'failed' as const})},
	);
	return problem;
}

function* perform(
	context: KubeletContext,
	pod: Pod,
	container: RuntimeContainer,
	handler: LifecycleHandler,
	timeoutMs: number,
): Routine<string | undefined> {
	const {runtime} = context;
	if (handler.exec) {
		const command = handler.exec.command ?? [];
		const failure = `Exec lifecycle hook (${JSON.stringify(command).replaceAll('"', '').replaceAll(',', ' ')}) for Container "${container.name}" in Pod "${podFormat(pod)}" failed - error: `;
		try {
			const {exitCode, output} = yield* runtime.execSync(container.id, command, timeoutMs);
			return exitCode === 0
				? undefined
				: `${failure}command '${command.join(' ')}' exited with ${exitCode}: ${output}, message: ${JSON.stringify(output)}`;
		} catch (error) {
			if (!(error instanceof RuntimeError)) {
				throw error;
			}

			return `${failure}${error.message}, message: ""`;
		}
	}

	if (handler.httpGet) {
		const port = portNumber(pod, container.name, handler.httpGet.port);
		const answer = yield* httpGet(runtime, {
			uid: pod.metadata.uid,
			ip: container.sandbox.ip || context.options.node.address,
			port,
			path: handler.httpGet.path ?? '/',
			scheme: 'http',
			timeoutMs,
		});
		return (
			answer.error ??
			(answer.status! >= 400
				? `HTTP lifecycle hook (${handler.httpGet.path ?? '/'}) for Container "${container.name}" in Pod "${podFormat(pod)}" failed - error: status ${answer.status}`
				: undefined)
		);
	}

	if (handler.sleep) {
		yield* sleep(Math.min(Number(handler.sleep.seconds) * 1000, timeoutMs));
	}

	return undefined;
}
