import {sleep, type Routine} from '../../kernel/routine.js';
import {note} from '../../stages/note.js';
import type {LifecycleHandler, Pod} from '../../objects/kubernetes.generated.js';
import {portNumber} from '../node/container-reference.js';
import {podFormat, podKey} from '../node/pod-names.js';
import type {CRIContainer} from '../../cri/container.js';
import {RuntimeError} from '../../cri/messages.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {HostNetwork} from '../../host/host.js';

/** A lifecycle hook of a container that runs. */
export interface Hook {
	readonly pod: Pod;
	readonly container: CRIContainer;
	readonly kind: 'postStart' | 'preStop';
	readonly handler: LifecycleHandler;
	/** The time after which it is abandoned. */
	readonly timeoutMs: number;
}

/**
Runs lifecycle hooks.

@see https://kubernetes.io/docs/concepts/containers/container-lifecycle-hooks/
@mirrors k8s.io/kubernetes/pkg/kubelet/lifecycle handlerRunner
*/
export class HandlerRunner {
	/** @param hostIP address of the node, for Pods on the host's network. */
	constructor(
		readonly runtime: RuntimeService,
		readonly network: HostNetwork,
		readonly hostIP: string,
	) {}

	/**
	Runs a hook to its end.

	@returns the error; `undefined` on success.
	*/
	*run(hook: Hook): Routine<string | undefined> {
		const {pod, container, kind, handler, timeoutMs} = hook;
		const stage = `kubelet.hook.${kind}` as const;
		const object = podKey(pod);
		yield* note(
			stage,
			{
				case: 'start',
				container: container.name,
				handler,
				timeoutMs: Number.isFinite(timeoutMs) ? timeoutMs : undefined,
			},
			{object},
		);
		const problem = yield* this.#perform(hook);
		yield* note(
			stage,
			{case: 'end', container: container.name, message: problem},
			{object, ...(problem === undefined ? {} : {outcome: 'failed' as const})},
		);
		return problem;
	}

	*#perform(hook: Hook): Routine<string | undefined> {
		const {handler, timeoutMs} = hook;
		if (handler.exec) {
			return yield* this.#exec(hook, handler.exec.command ?? []);
		}

		if (handler.httpGet) {
			return yield* this.#httpGet(hook, handler.httpGet);
		}

		if (handler.sleep) {
			yield* sleep(Math.min(Number(handler.sleep.seconds) * 1000, timeoutMs));
		}

		return undefined;
	}

	*#exec({pod, container, timeoutMs}: Hook, command: readonly string[]): Routine<string | undefined> {
		const failure = `Exec lifecycle hook (${JSON.stringify(command).replaceAll('"', '').replaceAll(',', ' ')}) for Container "${container.name}" in Pod "${podFormat(pod)}" failed - error: `;
		try {
			const {exitCode, output} = yield* this.runtime.execSync({
				containerId: container.id,
				cmd: command,
				timeoutMs,
				isTimed: false,
			});
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

	*#httpGet(
		{pod, container, timeoutMs}: Hook,
		{path = '/', port}: NonNullable<LifecycleHandler['httpGet']>,
	): Routine<string | undefined> {
		const answer = yield* this.network.httpGet({
			uid: pod.metadata.uid,
			ip: container.sandbox.ip || this.hostIP,
			port: portNumber(pod, container.name, port),
			path,
			scheme: 'http',
			timeoutMs,
		});
		if ('error' in answer) {
			return answer.error;
		}

		return answer.status >= 400
			? `HTTP lifecycle hook (${path}) for Container "${container.name}" in Pod "${podFormat(pod)}" failed - error: status ${answer.status}`
			: undefined;
	}
}
