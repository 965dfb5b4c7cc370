import {secretToken} from './apiserver/authentication/token.js';
import {startClusterAutoscaler} from './autoscaler/cluster-autoscaler.js';
import {Client} from './client/client.js';
import {Outside, type OutsideInput} from './client/outside.js';
import {Outward, type OutwardAnswer} from './client/outward.js';
import type {Credentials} from './client/request.js';
import {Wire} from './client/wire.js';
import {instancesOf} from './client/leader-election.js';
import {startControllerManager} from './controllers/controller-manager.js';
import {startSidecars} from './controllers/csi/sidecars.js';
import {startCustomController, type CustomController} from './controllers/custom-controller.js';
import type {Recording, World} from './debugger/recording.js';
import {parseTimestamp} from './kernel/clock.js';
import {Kernel} from './kernel/kernel.js';
import type {Routine} from './kernel/routine.js';
import {startKwok} from './kwok/kwok-controller.js';
import {controlPlaneAddress, networkOf} from './objects/cluster-network.js';
import {WrittenFiles} from './kubectl/written-files.js';
import {newHome} from './kubectl/discovery.js';
import type {ClosedEditor} from './kubectl/environment.js';
import {kubectl} from './kubectl/kubectl.js';
import type {ContainerProgram} from './machine/images/container-program.js';
import {splitWords} from './kubectl/command-line/split-words.js';
import {kubeletEndpoints} from './kubelet/endpoints/endpoints.js';
import {Faults} from './faults/faults.js';
import {checkFault, namesForFaults} from './faults/fault-names.js';
import {ClusterNodes} from './node/node.js';
import {MetricsServer} from './controllers/metrics-server.js';
import {startDNS} from './network/dns/dns.js';
import {startIngressController} from './network/ingress.js';
import {startExternalDNS} from './network/external-dns.js';
import {startMesh} from './network/mesh.js';
import {startTraffic} from './network/traffic/traffic.js';
import {accountOf} from './scenario/accounts.js';
import type {ProfilePlugin} from './scheduler/framework.js';
import {minorIn} from './objects/versions/kubernetes-version.js';
import {startScheduler} from './scheduler/scheduler.js';
import {initialObjects} from './scenario/initial-objects.js';
import type {Scenario} from './scenario/scenario.js';
import {note} from './stages/note.js';
import {sentenceOf} from './stages/sentence.js';
import {formAt} from './stages/writers/in-flight.js';
import {requestAt} from './stages/writers/request-at.js';
import {memoised} from './kernel/memoised.js';
import {parseLabelSelector} from './objects/label-selector.js';
import {matchesRequirements} from './objects/labels.js';
import {outsideSigner} from './composition/certificate-signer.js';
import {type Connect, type ConnectInCluster, certificate, adminCertificate} from './composition/connect.js';
import {startServer, isBare, candidate} from './composition/control-plane.js';
import {kubeconfig} from './composition/kubeconfig.js';
import {autoscalerOptions, NodeGroupCloud} from './composition/node-group-cloud.js';
import {nodeStarter} from './composition/nodes.js';
import {UserEditor} from './composition/user-editor.js';

/** Something done to a running cluster from outside. Plain data: it is part of a recording. */
export type Input =
	| {
			/** A command line, without the word kubectl. */
			readonly kubectl: string;
			/** Files it can read, by path. */
			readonly files?: Readonly<Record<string, string>>;
			readonly stdin?: string;
			/** An editor is available: `kubectl edit` opens its file in it, and waits for the input that closes it. */
			readonly editor?: boolean;
	  }
	/** The editor that a running kubectl command with this line has opened is closed. */
	| ({readonly edited: string} & ClosedEditor)
	/** Ctrl-C for the kubectl commands with this line that still run: by their line, as numbers of processes differ between futures. */
	| {readonly interrupt: string}
	/** A fault or a repair, in the words that `scenario/faults` reads: `crash kube-scheduler`. */
	| {readonly fault: string}
	/** Starts a traffic client. */
	| {readonly traffic: Scenario['traffic'][number]}
	/** Input of a client beyond the simulation. */
	| {readonly client: OutsideInput}
	/** An answer of a server beyond the simulation. */
	| {readonly answer: OutwardAnswer};

/** A simulated cluster, with the connections from real clients and to real servers. */
export interface Cluster extends World<Input> {
	readonly outside: Outside;
	readonly outward: Outward;
}

/** The tape of a simulated cluster. */
export type ClusterRecording = Recording<Scenario, Input>;

/** Ledger key of the output of a run's next kubectl command: the objects that a scenario begins with have the first one. */
export const nextTerminalKey = ({inputs, scenario}: Pick<ClusterRecording, 'inputs' | 'scenario'>): string => {
	const earlier = initialObjects(scenario) === '' ? 0 : 1;
	return `/terminal/${inputs.filter(({input}) => 'kubectl' in input).length + earlier + 1}`;
};

/** The output of one kubectl invocation, in the ledger under `/terminal/<n>`. */
export interface TerminalEntry {
	readonly command: string;
	readonly stdout: string;
	readonly stderr: string;
	/** The text of the file that its editor shows, while it is open. */
	readonly editor?: string;
	/** Exit code; absent while it runs. */
	readonly code?: number;
}

const requirementsOf = memoised((selector: string) => parseLabelSelector(selector), 50);

/** Whether labels are as the text of a selector says. */
const selects = (labels: Readonly<Record<string, string>>, selector: string): boolean =>
	matchesRequirements(requirementsOf(selector), labels);

/** Extensions of a cluster beyond Kubernetes. They are code: a recording only names them. */
export interface Extensions {
	/** Controllers, each a process of its own. */
	readonly controllers?: readonly CustomController[];
	/** Programs of images, by the name that Pods write: their containers run code. */
	readonly programs?: Readonly<Record<string, ContainerProgram>>;
	/** Plug-ins of kube-scheduler, after those of its profile. */
	readonly schedulerPlugins?: readonly ProfilePlugin[];
}

/**
A whole cluster on its own kernel, with a started control plane and nodes, and no commands yet.

Long because it lists all parts of a cluster, in the order in which they start.

@param keepsHistory `false` for runs whose past is never read: a run of days stays small.
*/
export const createCluster = (
	scenario: Scenario,
	{keepsHistory = true, extensions = {}}: {readonly keepsHistory?: boolean; readonly extensions?: Extensions} = {},
): Cluster => {
	const kernel = new Kernel({
		keepsHistory,
		seed: scenario.seed,
		latencies: scenario.latencies,
		...(scenario.startsAt === undefined ? {} : {epochMs: parseTimestamp(scenario.startsAt)}),
	});
	const outward = new Outward(kernel);
	const nodes = new ClusterNodes();
	const kubelets = kubeletEndpoints((node) => nodes.get(node));
	const metrics = scenario.metrics && new MetricsServer(kernel, kubelets, scenario.metrics.intervalMs ?? 15_000);
	const server = startServer(kernel, scenario, {kubelets, metrics, outward});
	const wire = new Wire(kernel, server.handler);
	const connect: Connect = (userAgent, credentials) => new Client(kernel, wire.handler, userAgent, credentials);
	const inCluster: ConnectInCluster = (userAgent) => {
		const [program = userAgent] = userAgent.split('/');
		return connect(userAgent, {tokenSource: server.mountedTokens('kube-system', accountOf[program] ?? 'default')});
	};
	if (scenario.components?.includes('kube-controller-manager') ?? true) {
		const manager = certificate('system:kube-controller-manager');
		const {instances = 1, ...configuration} = scenario.kubeControllerManager ?? {};
		for (const [index, name] of instancesOf('kube-controller-manager', instances).entries()) {
			const agent = (userAgent: string) => connect(userAgent.replace('kube-controller-manager', name), manager);
			const process = name.replace('kube-', '');
			startControllerManager(kernel, agent, {
				...configuration,
				network: networkOf(scenario),
				minor: minorIn(scenario.kubernetesVersion ?? ''),
				signToken: (token) => secretToken(token, scenario.tokenKey),
				...(scenario.signsCertificates ? {signCertificate: outsideSigner(outward)} : {}),
				process,
				...(instances > 1 ? {election: candidate(agent(`${name}/leader-election`), process, index)} : {}),
			});
		}
	}

	if (scenario.components?.includes('kube-scheduler') ?? true) {
		const {instances = 1, resultAnnotations, ...configuration} = scenario.kubeScheduler ?? {};
		const scheduler = certificate('system:kube-scheduler');
		for (const [index, process] of instancesOf('kube-scheduler', instances).entries()) {
			startScheduler(kernel, connect(process, scheduler), {
				clientConnection: configuration.clientConnection,
				configuration,
				resultAnnotations,
				minor: minorIn(scenario.kubernetesVersion ?? ''),
				describedExtenders: scenario.schedulerExtenders,
				...(scenario.callsServers ? {outward} : {}),
				policy: scenario.legacy?.schedulerPolicy,
				ties: scenario.equalScores ?? 'random',
				plugins: extensions.schedulerPlugins,
				process,
				...(instances > 1
					? {election: candidate(connect(`${process}/leader-election`, scheduler), process, index)}
					: {}),
			});
		}
	}

	const startNode = nodeStarter(kernel, nodes, {connect, inCluster, programs: extensions.programs}, scenario);
	for (const [index, node] of scenario.nodes.entries()) {
		startNode(node, index);
	}

	if (scenario.nodeGroups?.length) {
		const cloud = new NodeGroupCloud(kernel, inCluster('cloud-controller-manager'), {scenario, nodes, startNode});
		startClusterAutoscaler(
			kernel,
			inCluster('cluster-autoscaler'),
			cloud,
			autoscalerOptions(scenario.clusterAutoscaler),
		);
	}

	if (scenario.kwok) {
		startKwok(kernel, inCluster('kwok-controller'), [controlPlaneAddress(networkOf(scenario))]);
	}

	metrics?.start(inCluster('metrics-server'));
	if (!isBare(scenario)) {
		startDNS(kernel, inCluster('coredns'), {isInPods: scenario.coreDNS !== undefined});
		startIngressController(kernel, inCluster('ingress-controller'));
		startMesh(kernel, inCluster('mesh'));
		if (scenario.externalDNS) {
			startExternalDNS(kernel, inCluster('external-dns'), scenario.externalDNS);
		}

		for (const driver of scenario.csiDrivers) {
			startSidecars(kernel, inCluster, driver);
		}
	}

	const administrator: Credentials = {certificate: adminCertificate};
	for (const controller of extensions.controllers ?? []) {
		const {name, serviceAccount} = controller;
		const [namespace = '', account = ''] = serviceAccount?.split('/') ?? [];
		startCustomController(kernel, controller, {
			administrator: connect(name, administrator),
			itself: connect(
				name,
				serviceAccount === undefined ? administrator : {tokenSource: server.mountedTokens(namespace, account)},
			),
		});
	}

	if (scenario.traffic.length > 0) {
		startTraffic(kernel, {clients: scenario.traffic, ignoresPolicies: scenario.cni?.networkPolicy === false});
	}

	const outside = new Outside(kernel, wire.handler);
	const faults = new Faults({kernel, wire, scenario, nodes, names: () => namesForFaults(kernel, scenario)});
	const submit = inputs(kernel, {connect, outside, outward, faults}, kubeconfig(scenario), scenario);
	const objects = initialObjects(scenario);
	if (objects !== '') {
		submit({kubectl: 'apply -f objects.yaml', files: {'objects.yaml': objects}});
	}

	// Conditions of breakpoints and lessons see English: they mean the same in every language of the user.
	return {
		kernel,
		submit: withFaults(submit, kernel, scenario),
		seen: faults.seen,
		outside,
		outward,
		sentence: (stop) => sentenceOf(stop, 'en'),
		selects,
		carried: formAt,
		request: requestAt,
	};
};

/**
Adds the faults of the scenario with the user's first input.

@throws {Mistake} when a fault of the scenario cannot be read.
*/
const withFaults = (submit: Cluster['submit'], kernel: Kernel, scenario: Scenario): Cluster['submit'] => {
	let planned = scenario.faults ?? [];
	for (const words of planned) {
		// Processes that it names may start later.
		checkFault(/\s(?:at|when)=/.test(words) ? words : `${words} at=0s`, {kernel, scenario});
	}

	return (input) => {
		const given = planned;
		planned = [];
		submit(input);
		for (const fault of given) {
			submit({fault});
		}
	};
};

/**
The receivers of inputs: kubectl in the user's terminal, faults, traffic, and clients outside the simulation. @param startConfig the
terminal's first kubeconfig. @param scenario for kubectl's legacy features and the behaviour of the network plug-in.

Long because it is a table: one branch for each kind of input.
*/
const inputs = (
	kernel: Kernel,
	{
		connect,
		outside,
		outward,
		faults,
	}: {readonly connect: Connect; readonly outside: Outside; readonly outward: Outward; readonly faults: Faults},
	startConfig: string,
	{legacy, cni}: Pick<Scenario, 'legacy' | 'cni'>,
): Cluster['submit'] => {
	const files = new WrittenFiles();
	const home = newHome();
	const commands: string[] = [];
	const editor = new UserEditor(kernel);

	function* runKubectl(key: string, input: Extract<Input, {kubectl: string}>): Routine {
		let entry: TerminalEntry = {command: input.kubectl, stdout: '', stderr: ''};
		const write = (changes: Partial<TerminalEntry>): void => {
			entry = {...entry, ...changes};
			kernel.ledger.write(key, entry);
		};

		const code = yield* kubectl(
			{
				kernel,
				home,
				connect: (credentials) => connect('kubectl', credentials),
				kubeconfig: files.kubeconfig ?? startConfig,
				generators: legacy?.generators,
				files: files.read(input.files),
				stdin: input.stdin,
				editor: input.editor
					? editor.of(key, (text) => {
							write({editor: text});
						})
					: undefined,
				write(stream, text) {
					write({[stream]: entry[stream] + text});
				},
				writeKubeconfig(text, file) {
					files.write(file, text, input.files);
				},
			},
			splitWords(input.kubectl),
		);
		write({code});
		yield* note(
			'kubectl.print',
			{...entry, case: 'end', code},
			{object: key, outcome: code === 0 ? undefined : 'refused'},
		);
	}

	/** The numbers of the commands with a line that still run. */
	const running = (line: string): readonly number[] =>
		commands.flatMap((command, index) => {
			const state = kernel.processes.get(`kubectl/${index + 1}`)?.state;
			return command === line && state !== undefined && state !== 'ended' && state !== 'crashed' ? [index + 1] : [];
		});

	return (input) => {
		if ('kubectl' in input) {
			const number = commands.push(input.kubectl);
			kernel.spawn(`kubectl/${number}`, 'kubectl', () => runKubectl(`/terminal/${number}`, input), {brief: true});
		} else if ('traffic' in input) {
			startTraffic(kernel, {clients: [input.traffic], ignoresPolicies: cni?.networkPolicy === false});
		} else if ('interrupt' in input) {
			for (const number of running(input.interrupt)) {
				faults.submit(`crash kubectl/${number}`);
			}
		} else if ('edited' in input) {
			const {edited, ...closed} = input;
			for (const number of running(edited)) {
				editor.closed(`/terminal/${number}`, closed);
			}
		} else if ('client' in input) {
			outside.submit(input.client);
		} else if ('answer' in input) {
			outward.submit(input.answer);
		} else {
			faults.submit(input.fault);
		}
	};
};

export {checkFault, namesForFaults};
export {knownImages} from './machine/images/known-images.js';
export {printedTable} from './apiserver/encoding/table.js';
export {summaryOf as podColumns} from './registry/pod/columns.js';
export {splitWords} from './kubectl/command-line/split-words.js';
export {packetNames, packetWalk, requestWalk} from './network/walk/recorded-walk.js';
export {deviceVerdicts, type DeviceVerdict} from './scheduler/devices/device-verdicts.js';
export type {Walk} from './network/walk/walk.js';
export type {WalkHop} from './network/walk/walk-hop.js';
