import {joinHostPort} from '../../objects/host-port.js';
import {goDuration} from '../../go/duration.js';
import {sleep, type Routine} from '../../kernel/routine.js';
import type {Pod, Probe} from '../../objects/kubernetes.generated.js';
import {portNumber} from '../node/container-reference.js';
import type {CRIContainer} from '../../cri/container.js';
import {RuntimeError} from '../../cri/messages.js';
import type {RuntimeService} from '../../cri/runtime-service.js';
import type {Host} from '../../host/host.js';

/** The result of one probe. */
export interface ProbeResult {
	/** `unknown`: it could not be run, so it does not count as evidence about the container. */
	readonly result: 'success' | 'warning' | 'failure' | 'unknown';
	readonly output: string;
}

/** The container that is probed. */
interface Probed {
	readonly pod: Pod;
	readonly container: CRIContainer;
	/** The address of the probed container. */
	readonly ip: string;
}

/** The parts of the node that a probe uses. */
export interface ProbingNode {
	readonly runtime: RuntimeService;
	readonly host: Host;
}

const isRunning = ({runtime}: ProbingNode, {id}: CRIContainer): boolean =>
	runtime.containerStatus(id)?.isRunning === true;

const success: ProbeResult = {result: 'success', output: ''};
const failure = (output: string): ProbeResult => ({result: 'failure', output});

/** The number of immediate retries of a probe that cannot be run. */
const maxProbeRetries = 3;

/** Runs a probe. @mirrors k8s.io/kubernetes/pkg/kubelet/prober runProbeWithRetries */
export function* runProbe(
	node: ProbingNode,
	pod: Pod,
	container: CRIContainer,
	probe: Probe,
	hostIP: string,
): Routine<ProbeResult> {
	let found: ProbeResult = {result: 'unknown', output: ''};
	for (let tries = 0; tries < maxProbeRetries && found.result === 'unknown' && isRunning(node, container); tries++) {
		found = yield* runOnce(node, pod, container, probe, hostIP);
	}

	return found;
}

function* runOnce(
	node: ProbingNode,
	pod: Pod,
	container: CRIContainer,
	probe: Probe,
	hostIP: string,
): Routine<ProbeResult> {
	const timeoutSeconds = probe.timeoutSeconds ?? 1;
	const probed = {pod, container, ip: container.sandbox.ip || hostIP};
	if (probe.exec) {
		return yield* execProbe(node, container, probe.exec.command ?? [], timeoutSeconds);
	}

	if (probe.httpGet) {
		return yield* httpProbe(node, probed, probe.httpGet, timeoutSeconds * 1000);
	}

	return probe.tcpSocket
		? tcpProbe(node, probed, probe.tcpSocket.port)
		: yield* grpcProbe(node, probed, probe.grpc ?? {}, timeoutSeconds * 1000);
}

function* execProbe(
	node: ProbingNode,
	container: CRIContainer,
	command: readonly string[],
	timeoutSeconds: number,
): Routine<ProbeResult> {
	try {
		const {exitCode, output} = yield* node.runtime.execSync({
			containerId: container.id,
			cmd: command,
			timeoutMs: timeoutSeconds * 1000,
			isTimed: true,
		});
		return exitCode === 0 ? success : failure(output);
	} catch (error) {
		if (!(error instanceof RuntimeError)) {
			throw error;
		}

		return error.code === 'DeadlineExceeded'
			? failure(`command timed out: "${command.join(' ')}" timed out after ${timeoutSeconds}s`)
			: {result: 'unknown', output: error.message};
	}
}

/** A probe of a port by a name that the container does not have. v1.37 has better words for it. @mirrors k8s.io/kubernetes/pkg/probe ResolveContainerPort */
const noSuchPort = (port: number | string): ProbeResult => ({
	result: 'unknown',
	output: `strconv.Atoi: parsing "${port}": invalid syntax`,
});

function* httpProbe(
	node: ProbingNode,
	{pod, container, ip}: Probed,
	{path = '/', scheme = 'HTTP', host, port}: NonNullable<Probe['httpGet']>,
	timeoutMs: number,
): Routine<ProbeResult> {
	const number = portNumber(pod, container.name, port);
	if (number === 0) {
		return noSuchPort(port);
	}

	const answer = yield* node.host.network.httpGet({
		uid: pod.metadata.uid,
		ip: host || ip,
		port: number,
		path,
		scheme: scheme.toLowerCase(),
		timeoutMs,
	});
	if ('error' in answer) {
		return failure(answer.error);
	}

	const {status, body} = answer;
	if (status < 200 || status >= 400) {
		return failure(`HTTP probe failed with statuscode: ${status}`);
	}

	return answer.elsewhere ? {result: 'warning', output: `Probe terminated redirects, Response body: ${body}`} : success;
}

const tcpProbe = (
	{host: {network}}: ProbingNode,
	{pod, container, ip}: Probed,
	wanted: number | string,
): ProbeResult => {
	const port = portNumber(pod, container.name, wanted);
	if (port === 0) {
		return noSuchPort(wanted);
	}

	return network.isOpen(pod.metadata.uid, port)
		? success
		: failure(`dial tcp ${joinHostPort(ip, port)}: connect: connection refused`);
};

/**
Sends a request to a gRPC health service. The client dials until a gRPC server answers: a closed port and a server of another protocol both take the whole timeout.

@mirrors k8s.io/kubernetes/pkg/probe/grpc grpcProber.Probe
*/
function* grpcProbe(
	{host: {network}}: ProbingNode,
	{pod, ip}: Probed,
	{port = 0, service = ''}: Partial<NonNullable<Probe['grpc']>>,
	timeoutMs: number,
): Routine<ProbeResult> {
	const answer = network.checkHealth(pod.metadata.uid, port, service);
	if (answer.case === 'refused' || answer.case === 'other-protocol') {
		yield* sleep(timeoutMs);
		return failure(
			`timeout: failed to connect service "${joinHostPort(ip, port)}" within ${goDuration(timeoutMs)}: context deadline exceeded`,
		);
	}

	if (answer.case !== 'answer') {
		return failure('error: health rpc probe failed: rpc error: code = NotFound desc = unknown service');
	}

	return answer.serving === 'SERVING' ? success : failure(`service unhealthy (responded with "${answer.serving}")`);
}
