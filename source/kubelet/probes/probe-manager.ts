import {Mailbox} from '../../kernel/mailbox.js';
import {active, note, take, type Routine} from '../../kernel/routine.js';
import type {Container, Probe} from '../../objects/kubernetes.generated.js';
import {podKey, podName, type KubeletContext, type PodRecord} from '../context.js';
import {containerSpec, fieldPath} from '../containers/container-spec.js';
import {runProbe} from './probe.js';
import type {Container as RuntimeContainer} from '../runtime/container.js';

export type ProbeKind = 'startup' | 'readiness' | 'liveness';

const probeOf = (container: Container, kind: ProbeKind): Probe | undefined => container[`${kind}Probe`];

const titles: Readonly<Record<ProbeKind, string>> = {startup: 'Startup', readiness: 'Readiness', liveness: 'Liveness'};

// A Pod that has not become ready in this time is not about to: waiting for it need not keep the simulation going.
const patienceMs = 60_000;

/**
Probes: one process for each probe of each running container.

@see https://kubernetes.io/docs/concepts/configuration/liveness-readiness-startup-probes/
@mirrors k8s.io/kubernetes/pkg/kubelet/prober
*/
export class ProbeManager {
	readonly #results = new Map<string, boolean>();
	readonly #workers = new Map<string, Mailbox<'stop' | 'started'>>();

	/** What the probe of a container found last; `undefined`: nothing yet, or there is no such probe. */
	result(container: RuntimeContainer, kind: ProbeKind): boolean | undefined {
		return this.#results.get(`${container.id}/${kind}`);
	}

	/** Whether the readiness probe, if there is one, says yes. */
	ready(record: PodRecord, container: RuntimeContainer): boolean | undefined {
		return containerSpec(record.pod, container.name)?.readinessProbe
			? (this.result(container, 'readiness') ?? false)
			: undefined;
	}

	started(record: PodRecord, container: RuntimeContainer): boolean | undefined {
		return containerSpec(record.pod, container.name)?.startupProbe
			? (this.result(container, 'startup') ?? false)
			: undefined;
	}

	/** Starts the probes of the containers that run and have none yet. */
	ensure(context: KubeletContext, record: PodRecord): void {
		for (const container of context.runtime.containersOf(record.uid)) {
			const spec = container.state === 'RUNNING' ? containerSpec(record.pod, container.name) : undefined;
			for (const kind of spec ? (['startup', 'readiness', 'liveness'] as const) : []) {
				const probe = probeOf(spec!, kind);
				const key = `${container.id}/${kind}`;
				if (probe && !this.#workers.has(key)) {
					const mailbox = new Mailbox<'stop' | 'started'>(`probe ${key}`);
					this.#workers.set(key, mailbox);
					const {namespace, name} = record.pod.metadata;
					context.kernel.spawn(
						`kubelet/${context.options.node.name}/probe/${namespace}/${name}/${container.name}-${container.id.slice(0, 8)}/${kind}`,
						'kubelet',
						() => this.#worker(context, record, container, kind, mailbox),
						{child: true},
					);
				}
			}
		}
	}

	/** Ends probes of a Pod: those of these kinds, or all. */
	stop(
		context: KubeletContext,
		record: PodRecord,
		kinds: readonly ProbeKind[] = ['startup', 'readiness', 'liveness'],
	): void {
		for (const {id} of context.runtime.containersOf(record.uid)) {
			for (const kind of kinds) {
				const mailbox = this.#workers.get(`${id}/${kind}`);
				if (mailbox) {
					context.kernel.send(mailbox, 'stop');
				}
			}
		}
	}

	*#worker(
		context: KubeletContext,
		record: PodRecord,
		container: RuntimeContainer,
		kind: ProbeKind,
		mailbox: Mailbox<'stop' | 'started'>,
	): Routine {
		const {kernel, runtime, recorder, options} = context;
		const spec = containerSpec(record.pod, container.name)!;
		const probe = probeOf(spec, kind)!;
		const key = `${container.id}/${kind}`;
		const {failureThreshold = 3, successThreshold = 1, periodSeconds = 10, initialDelaySeconds = 0} = probe;
		if (
			kind !== 'startup' &&
			spec.startupProbe &&
			!this.result(container, 'startup') &&
			(yield* take(mailbox)) === 'stop'
		) {
			return;
		}

		const firstMs = container.startedAtMs + initialDelaySeconds * 1000;
		const patientUntilMs =
			container.startedAtMs + Math.max(patienceMs, (initialDelaySeconds + failureThreshold * periodSeconds) * 1000);
		let waitMs = Math.max(0, firstMs - kernel.now);
		let last: boolean | undefined;
		let run = 0;
		for (;;) {
			const known = this.#results.get(key);
			const periodic = kind === 'liveness' || known === true || kernel.now > patientUntilMs;
			const message = yield* take(mailbox, {timeoutMs: waitMs, periodic});
			if (message === 'stop' || container.state !== 'RUNNING') {
				return;
			}

			const {pod} = record;
			const {result, output} = yield* runProbe(runtime, pod, container, probe, options.node.address);
			if ((container.state as string) !== 'RUNNING') {
				return;
			}

			const passed = result !== 'failure';
			run = passed === last ? run + 1 : 1;
			last = passed;
			if (result === 'warning') {
				yield* recorder.event(pod, 'Warning', 'ProbeWarning', `${titles[kind]} probe warning: ${output}`, {
					fieldPath: fieldPath(pod, container.name),
				});
			} else if (!passed) {
				yield* recorder.event(pod, 'Warning', 'Unhealthy', `${titles[kind]} probe failed: ${output}`, {
					fieldPath: fieldPath(pod, container.name),
				});
			}

			const threshold = passed ? successThreshold : failureThreshold;
			const before = known ?? (kind === 'liveness' ? true : kind === 'readiness' ? false : undefined);
			const news = run >= threshold && before !== passed;
			if (news) {
				yield* active();
				this.#results.set(key, passed);
				kernel.ledger.write(
					`/nodes/${options.node.name}/probes/${pod.metadata.namespace}/${pod.metadata.name}/${container.name}/${kind}`,
					{
						result: passed ? 'Success' : 'Failure',
						since: kernel.timestamp(),
					},
				);
			}

			yield* note(
				`kubelet.probe.${kind}`,
				`${titles[kind]} probe of ${container.name} in ${podName(pod)} ${passed ? 'succeeds' : `fails: ${output.trimEnd()}`}${news ? `; that is ${run} in a row, and the container counts as ${consequence(kind, passed)}` : passed ? '' : ` (${run} of ${failureThreshold})`}.`,
				{probe, result, output, inARow: run, threshold, changed: news},
				{object: podKey(pod), ...(passed ? {} : {outcome: 'failed' as const})},
			);
			if (news) {
				kernel.send(record.mailbox, {
					because: `the ${kind} probe of ${container.name} ${passed ? 'succeeds' : 'has failed'}`,
				});
				if (kind === 'startup' && passed) {
					for (const other of ['readiness', 'liveness']) {
						const waiting = this.#workers.get(`${container.id}/${other}`);
						if (waiting) {
							kernel.send(waiting, 'started');
						}
					}
				}

				if (kind === 'startup' || (kind === 'liveness' && !passed)) {
					return;
				}
			}

			waitMs = periodSeconds * 1000;
		}
	}
}

const consequence = (kind: ProbeKind, passed: boolean): string =>
	kind === 'readiness'
		? passed
			? 'ready'
			: 'not ready'
		: kind === 'startup'
			? passed
				? 'started'
				: 'not started: it is killed'
			: passed
				? 'alive'
				: 'dead: it is killed';
