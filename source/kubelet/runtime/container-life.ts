import type {Kernel} from '../../kernel/kernel.js';
import type {Routine} from '../../kernel/routine.js';
import {registryKey} from '../../objects/resources.js';
import type {RuntimeFacts} from '../../stages/facts/kubelet/runtime.js';
import {note} from '../../stages/note.js';
import type {RuntimeContainer, LogLine} from './container.js';
import type {Listeners} from './listeners.js';
import type {NodeContainers} from './node-containers.js';
import {messageOf} from './termination-message.js';

const logLimit = 1000;

const podOf = ({sandbox}: RuntimeContainer): string => registryKey('pods', sandbox.namespace, sandbox.pod);

/** What becomes of the processes of a node's containers: they write, and they end. */
export class ContainerLife {
	readonly kernel: Kernel;

	constructor(
		readonly containers: NodeContainers,
		readonly listeners: Listeners,
	) {
		this.kernel = containers.kernel;
	}

	/** Adds to the container's log. */
	*print(container: RuntimeContainer, text: string): Routine {
		const {kernel, node} = this.containers;
		const time = kernel.microTimestamp();
		const lines: LogLine[] = text
			.replace(/\n$/, '')
			.split('\n')
			.map((line) => ({time, stream: 'stdout', text: line}));
		container.log = [...container.log, ...lines].slice(-logLimit);
		kernel.ledger.write(`/nodes/${node}/logs/${container.id}`, container.log);
		container.tellReaders(lines);
		yield* note('container.log', {container: container.name, text}, {object: podOf(container)});
	}

	/** The container's process has ended by itself. */
	*end(container: RuntimeContainer, exitCode: number, reason?: string): Routine {
		this.exited(container, exitCode, reason ?? (exitCode === 0 ? 'Completed' : 'Error'));
		yield* note(
			'container.exit',
			{
				container: container.name,
				exitCode,
				reason: container.reason,
				message: container.message || undefined,
			},
			{object: podOf(container), ...(exitCode === 0 ? {} : {outcome: 'warning' as const})},
		);
		if (container.config.linux.securityContext.namespaceOptions.pid === undefined) {
			yield* note('container.pause', {case: 'reap', pid: container.pid});
		}
	}

	/** SIGKILL: the process ends at once. */
	*kill(container: RuntimeContainer, why: RuntimeFacts['container.kill']['why']): Routine {
		this.kernel.crash(container.process);
		this.exited(container, 137, 'Error');
		yield* note('container.kill', {why, signal: 'SIGKILL', pid: container.pid, exitCode: 137}, {outcome: 'warning'});
	}

	/** Records that the container has ended, and closes its ports. Report it with the next stop. */
	exited(container: RuntimeContainer, exitCode: number, reason: string, message = ''): void {
		const {kernel} = this;
		container.state = 'EXITED';
		container.finishedAtMs = kernel.now;
		container.finishedAt = kernel.timestamp();
		container.exitCode = exitCode;
		container.reason = reason;
		container.message = message || messageOf(container);
		this.containers.show(container);
		this.listeners.close(container);
		this.containers.tell(container.sandbox.uid);
		container.tellReaders('ended');
		if (container.ended) {
			kernel.send(container.ended, 'ended');
		}
	}
}
