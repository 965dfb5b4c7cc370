import {overlayDevices} from '../../digest/overlay-devices.js';
import {joinHostPort} from '../../../objects/host-port.js';
import {hopWords, lossResultWords, lossWords} from '../network/traffic.js';
import type {Stop} from '../../../kernel/stop.js';
import {shortId} from '../../digest/container.js';
import type {CRIAnswered, CRIAsked, RuntimeFacts} from '../../facts/kubelet/runtime.js';
import {counted, podOf} from '../words.js';
import type {Sentences} from '../../language-table.js';

const askedWords = (call: CRIAsked, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			return `asks containerd for a sandbox for ${pod}`;
		}

		case 'StopPodSandbox': {
			return `asks containerd to stop the sandbox of ${pod}`;
		}

		case 'RemovePodSandbox': {
			return `asks containerd to remove the stopped sandbox of ${pod}`;
		}

		case 'UpdatePodSandboxResources': {
			return `tells containerd the new limits of the sandbox of ${pod}`;
		}

		case 'CreateContainer': {
			return `asks containerd to create the container ${call.about.container} of ${pod} from ${call.about.image}`;
		}

		case 'StartContainer': {
			return `asks containerd to start ${call.about.container} of ${pod}`;
		}

		case 'StopContainer': {
			return `asks containerd to stop ${call.about.container} of ${pod}, with ${call.about.graceSeconds} s until SIGKILL`;
		}

		case 'RemoveContainer': {
			return `asks containerd to remove the ended container ${call.about.container} (${shortId(call.about.id)}) of ${pod}`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return cpusetCpus === undefined
				? `asks containerd to change the limits of ${container} of ${pod}`
				: `asks containerd to keep ${container} of ${pod} on CPU ${cpusetCpus}`;
		}

		case 'ExecSync': {
			return `asks containerd to run ${call.about.command.join(' ')} in ${call.about.container} of ${pod}`;
		}

		case 'PullImage': {
			const {image, username} = call.about;
			return `asks containerd to pull ${image}${username === undefined ? '' : ` as ${username}`}`;
		}

		case 'RemoveImage': {
			return `asks containerd to delete ${call.about.image}`;
		}
	}
};

const answeredSentence = (call: CRIAnswered, pod: string): string => {
	switch (call.method) {
		case 'RunPodSandbox': {
			const {sandbox, ip} = call.about;
			return `The sandbox ${shortId(sandbox)} of ${pod} is ready${ip ? ` with address ${ip}` : ' on the host network'}.`;
		}

		case 'StopPodSandbox': {
			const {ip} = call.about;
			return `The pause container of ${pod} ends: its namespaces${ip ? ` and the address ${ip}` : ''} are released.`;
		}

		case 'RemovePodSandbox': {
			return `The sandbox ${shortId(call.about.sandbox)} is gone.`;
		}

		case 'UpdatePodSandboxResources': {
			return `containerd has the new limits of ${pod}.`;
		}

		case 'CreateContainer': {
			return `The container ${call.about.container} is created as ${shortId(call.about.id)}; nothing runs in it yet.`;
		}

		case 'StartContainer': {
			return `${call.about.container} runs as process ${call.about.pid}.`;
		}

		case 'StopContainer': {
			return `${call.about.container} has stopped with exit code ${call.about.exitCode}.`;
		}

		case 'RemoveContainer': {
			return `The container ${shortId(call.about.id)} and its log are gone.`;
		}

		case 'UpdateContainerResources': {
			const {container, cpusetCpus} = call.about;
			return `The control group of ${container} has ${cpusetCpus === undefined ? 'its new limits' : `cpuset.cpus ${cpusetCpus}`}; its processes keep running.`;
		}

		case 'ExecSync': {
			const {command, exitCode, output} = call.about;
			return `${command.join(' ')} ends with exit code ${exitCode}${output ? ` and prints ${output.trim()}` : ''}.`;
		}

		case 'PullImage': {
			const {image, node, bytes, downloaded} = call.about;
			return downloaded === 0 && bytes > 0
				? `The registry's ${image} is already on ${node}: nothing is downloaded.`
				: `${image} is now on ${node}: ${bytes} bytes.`;
		}

		case 'RemoveImage': {
			const {image, node, bytes} = call.about;
			return `${image} is gone from ${node}: ${bytes} bytes are freed.`;
		}
	}
};

const criSentence = (facts: RuntimeFacts['cri.*'], stop: Stop): string => {
	const pod = podOf(stop);
	const name = pod.slice(pod.indexOf('/') + 1);
	switch (facts.case) {
		case 'call': {
			return `The kubelet ${askedWords(facts, pod)}.`;
		}

		case 'answer': {
			return answeredSentence(facts, pod);
		}

		case 'error': {
			return `containerd answers with an error: ${facts.message}`;
		}

		case 'exec': {
			return `The kubelet of ${facts.node} asks containerd to run ${facts.command.join(' ')} in ${facts.container} of ${pod}; its input and output use the client's connection.`;
		}

		case 'exec-ended': {
			return `${facts.command.join(' ')} ends with exit code ${facts.answer.exitCode}.`;
		}

		case 'exec-failed': {
			return `${facts.command.join(' ')} cannot run: ${facts.description}.`;
		}

		case 'attach': {
			return `The kubelet of ${facts.node} asks containerd for the output of ${facts.container} from now on.`;
		}

		case 'not-running': {
			return `${facts.container} of ${pod} is not running.`;
		}

		case 'connect': {
			return facts.listening
				? `A connection is forwarded to port ${facts.port} of ${name}: containerd opens it inside the Pod's network namespace.`
				: `A connection cannot be forwarded: nothing listens on port ${facts.port} of ${name}.`;
		}
	}
};

const pauseSentence = (facts: RuntimeFacts['container.pause']): string => {
	if (facts.case === 'reap') {
		const {container, pids} = facts;
		return `pause, process 1 of the shared process namespace, reaps process${pids.length === 1 ? '' : 'es'} ${pids.join(', ')} of ${container}: ${pids.length === 1 ? 'its parent has' : 'their parents have'} ended.`;
	}

	const {pid, netns, sharesProcesses} = facts;
	const shared = sharesProcesses
		? '. The process namespace is shared too: pause is its process 1 and reaps zombies'
		: '';
	return `The pause container starts as process ${pid} and holds the Pod's ${netns === 'host' ? 'IPC namespace' : 'network, IPC and UTS namespaces'} open, so that ${netns === 'host' ? 'it outlives' : 'they outlive'} every other container${shared}.`;
};

const signalSentence = (facts: RuntimeFacts['container.signal']): string => {
	switch (facts.case) {
		case 'send': {
			return `containerd sends ${facts.signal} to process ${facts.pid} of ${facts.container}.`;
		}

		case 'ignore': {
			return `${facts.program} ignores ${facts.signal} and keeps running.`;
		}

		case 'shut-down': {
			return `${facts.program} gets ${facts.signal}: it accepts no new connections and ends in ${facts.afterMs} ms.`;
		}

		case 'script': {
			if (facts.ends) {
				return `${facts.container} gets ${facts.signal}: it is not process 1 of its shared process namespace, so the default action ends it.`;
			}

			return facts.interruptible
				? `${facts.container} gets ${facts.signal} while it waits: its trap runs at once.`
				: `${facts.container} gets ${facts.signal}. Process 1 has no default action for this signal, and the trap runs only after the current command.`;
		}
	}
};

/** The sentence for each kind of thing that is not simulated: it is assumed to work. */
const assumptions: Readonly<
	Record<RuntimeFacts['container.assume']['kind'], (facts: RuntimeFacts['container.assume']) => string>
> = {
	program: ({container, what}) => `${container} runs ${what}, which is not simulated and is assumed to work.`,
	host: ({container, what}) => `${container} calls ${what}, which is outside the cluster and assumed to answer.`,
	user: ({what}) =>
		`The Pod must not run as root. The image ${what} is unknown here: its user is assumed to be a number other than 0.`,
	secret: ({container, what}) => `${container} is not simulated; it is assumed to create the Secret ${what}.`,
	tag: ({what}) => `The list of known tags does not say whether ${what} exists: the registry is assumed to have it.`,
	memory: ({container, what}) =>
		`The documentation of the image states how much memory ${container} needs to start: ${what}. This is not measured.`,
	repository: ({container, what}) =>
		`The kubelet clones ${what} into an empty directory. The cloned files are not simulated: those that ${container} needs are assumed to exist.`,
	file: ({container, what}) => `${container} uses ${what}, which its image is assumed to contain.`,
	registry: ({what}) => `The Pod names pull secrets: the registry of ${what} is assumed to refuse a pull without them.`,
};

/** Stops of the container runtime, its containers and its network plug-ins, in English. */
export const runtimeSentences: Sentences<RuntimeFacts> = {
	'cri.*': criSentence,
	'container.pause': pauseSentence,
	'container.listen': ({container, ip, port, open}) =>
		`${container} ${open ? 'listens' : 'no longer listens'} on ${ip ? `${ip}:` : 'port '}${port}.`,
	'container.files': ({container, changes}) =>
		`${container} ${changes
			.map(({path, kind, size}) => {
				if (kind === 'removed') {
					return `removes ${path}`;
				}

				if (kind === 'directory') {
					return `modifies the directory ${path}`;
				}

				if (kind === 'link') {
					return `creates the link ${path}`;
				}

				return `writes ${path} (${counted(size, 'byte')})`;
			})
			.join(', ')}.`,
	'container.log'({container, text}) {
		const [first = '', ...rest] = text.trimEnd().split('\n');
		return `${container} writes: ${first}${rest.length > 0 ? ` … (${rest.length + 1} lines)` : ''}`;
	},
	'container.signal': signalSentence,
	'container.busy': ({container, command}) =>
		`${container} computes without a pause (${command}): from now on, the simulation runs it more slowly.`,
	'container.assume': (facts) => assumptions[facts.kind](facts),
	'container.resolve': ({container, host, server, result, name, addresses, isOutside, loss}) => {
		const found = isOutside
			? `${name} is outside this cluster and is assumed to exist`
			: `${name} is ${addresses.join(', ')}`;
		const unfound =
			result === 'unknown' ? 'the name does not exist' : `no answer${loss ? `, because ${lossWords(loss)}` : ''}`;
		return `${container} asks DNS at ${server} for ${host}: ${result === 'found' ? found : unfound}.`;
	},
	'container.connect'({container, node, ip, port, hops, outcome, loss}) {
		const way = hops.filter((hop) => hop.case !== 'address').map((hop) => hopWords(hop));
		const inside =
			outcome === 'outside' || outcome === 'open' || !loss
				? []
				: [`it ${lossResultWords[outcome]}, because ${lossWords(loss)}`];
		const end = outcome === 'outside' ? ['the target is outside this cluster and is assumed to answer'] : inside;
		return `${container} connects to ${joinHostPort(ip, port)} from ${node}: ${[...way, ...end].join('; ')}.`;
	},
	'container.kill'({why, pid}) {
		if (why.case === 'memory') {
			return `${why.container} uses ${why.used} of memory, above its limit of ${why.limit}: the kernel sends SIGKILL to process ${pid}.`;
		}

		const because =
			why.case === 'sandbox'
				? 'The sandbox is stopping'
				: `${why.container} is still running after ${why.graceSeconds} s`;
		return `${because}: containerd sends SIGKILL to process ${pid}.`;
	},
	'container.exit': ({container, exitCode, reason, message}) =>
		reason === 'OOMKilled'
			? `The kernel kills ${container}: it exceeds its memory limit.`
			: `${container} ends with exit code ${exitCode}${message ? ` and leaves the message: ${message.trimEnd()}` : ''}.`,
	'container.request': ({pod, path, port, status}) => `${pod} answers GET ${path} on port ${port} with ${status}.`,
	'cni.add.bridge': (facts, stop) =>
		facts.case === 'start'
			? `containerd runs the plug-in bridge with ADD for ${podOf(stop)}: bridge reads its configuration from standard input and its parameters from the environment.`
			: `bridge creates the veth pair ${facts.host} – eth0, moves eth0 into ${facts.netns} and attaches ${facts.host} to cni0. eth0 gets ${facts.ip} and a default route via ${facts.gateway}.`,
	'cni.add.host-local': (facts) =>
		facts.case === 'exhausted'
			? `host-local has no address left in ${facts.subnet}.`
			: `bridge asks its IPAM plug-in: host-local reserves ${facts.ip}, the next free address of ${facts.subnet}.`,
	'cni.add.portmap': ({node, ip, portMappings}) =>
		`portmap forwards ${portMappings.map(({hostPort, containerPort}) => `port ${hostPort} of ${node} to ${joinHostPort(ip, containerPort)}`).join(', ')}.`,
	'cni.del.bridge': ({released}, stop) =>
		`containerd runs bridge with DEL for ${podOf(stop)}: bridge removes the veth pair, and host-local releases ${released}.`,
	'cni.routes'(facts) {
		const {own} = facts;
		switch (facts.case) {
			case 'start': {
				return `flannel gives ${own} the range${facts.podCIDR.includes(',') ? 's' : ''} ${facts.podCIDR} for the bridge cni0 and creates the device${facts.podCIDR.includes(',') ? 's' : ''} ${overlayDevices(facts.podCIDR)}.`;
			}

			case 'refused': {
				return `flannel on ${own} cannot read the Nodes: ${facts.message}.`;
			}

			case 'route': {
				const {node, podCIDR, via, isGone} = facts;
				return isGone
					? `${node} is gone: flannel on ${own} removes the route${podCIDR.includes(',') ? 's' : ''} to ${podCIDR}.`
					: `flannel on ${own} routes ${podCIDR} (the Pods of ${node}) through ${overlayDevices(podCIDR)}, in VXLAN packets to ${via}.`;
			}

			case 'routes': {
				const {set, gone} = facts;
				const removed = gone > 0 ? ` and removes ${counted(gone, 'route')}` : '';
				return `flannel on ${own} sets ${counted(set, 'route')} through flannel.1 to the Pods of other nodes${removed}.`;
			}
		}
	},
};
