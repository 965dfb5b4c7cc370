import {minorIn, simulatedMinor} from './objects/versions/kubernetes-version.js';
import {isGateOn} from './objects/versions/served.js';
import {ApiServer} from './apiserver/server.js';
import {secretToken} from './apiserver/authentication/token.js';
import {Client} from './client/client.js';
import type {KubeletEndpoints} from './client/kubelet.js';
import {Outside, type OutsideInput} from './client/outside.js';
import {Outward, type OutwardAnswer} from './client/outward.js';
import type {Credentials} from './client/request.js';
import {Wire} from './client/wire.js';
import {instancesOf, type Candidate} from './client/leader-election.js';
import {controllers, startControllerManager} from './controllers/controller-manager.js';
import {withRoles} from './controllers/controller-roles.js';
import {startSidecars} from './controllers/csi/sidecars.js';
import {startCustomController, type CustomController} from './controllers/custom-controller.js';
import type {Recording, World} from './debugger/recording.js';
import {parseTimestamp} from './kernel/clock.js';
import {Kernel} from './kernel/kernel.js';
import type {Routine} from './kernel/routine.js';
import {pluginProcess} from './objects/device-driver.js';
import {
	controlPlaneAddress,
	inFamilies,
	networkOf,
	nodeAddresses,
	nodeRanges,
	splitRanges,
	wellKnownAddress,
} from './objects/cluster-network.js';
import {controlPlane} from './objects/control-plane.js';
import {joinHostPort} from './objects/host-port.js';
import {certificateData} from './objects/certificate.js';
import {newHome} from './kubectl/discovery.js';
import {kubectl} from './kubectl/kubectl.js';
import {kubeconfigText} from './kubectl/kubeconfig.js';
import {formerCluster} from './dump/former-cluster.js';
import type {ImageCatalogue} from './machine/images/catalogue.js';
import type {ContainerProgram} from './machine/images/container-program.js';
import {splitWords} from './kubectl/command-line/split-words.js';
import {kubeletEndpoints} from './kubelet/endpoints/endpoints.js';
import {Faults} from './faults/faults.js';
import {checkFault, namesForFaults} from './faults/fault-names.js';
import {startDeviceDriver} from './kubelet/devices/device-driver.js';
import {ClusterNodes} from './node/node.js';
import {MetricsServer} from './controllers/metrics-server.js';
import {freshCluster, withAuthority} from './apiserver/storage/initial-objects.js';
import {startDNS} from './network/dns/dns.js';
import {startIngressController} from './network/ingress.js';
import {startKubeProxy} from './network/proxy/kube-proxy.js';
import {startExternalDNS} from './network/external-dns.js';
import {startMesh} from './network/mesh.js';
import {containerNetwork} from './network/traffic/container-network.js';
import {startTraffic} from './network/traffic/traffic.js';
import {accountAddons, accountOf} from './scenario/accounts.js';
import {addons, deviceAddons, metricsAddons, storageAddons} from './scenario/addons.js';
import type {ProfilePlugin} from './scheduler/framework.js';
import {startScheduler} from './scheduler/scheduler.js';
import {initialObjects, kubeletLabels} from './scenario/initial-objects.js';
import type {Scenario} from './scenario/scenario.js';
import {note} from './stages/note.js';
import {sentenceOf} from './stages/sentence.js';
import {formAt} from './stages/writers/in-flight.js';
import {requestAt} from './stages/writers/request-at.js';
import {memoised} from './kernel/memoised.js';
import {parseLabelSelector, matchesRequirements} from './objects/labels.js';
import type {RunKubectl} from './machine/outside.js';

/** Something done to a running cluster from outside. Plain data: it is part of a recording. */
export type Input =
	| {
			/** A command line, without the word kubectl. */
			readonly kubectl: string;
			/** Files it can read, by path. */
			readonly files?: Readonly<Record<string, string>>;
			readonly stdin?: string;
	  }
	/** Ctrl-C for the kubectl commands with this line that still run: by their line, as numbers of processes differ between futures. */
	| {readonly interrupt: string}
	/** Something that goes wrong or is mended, in the words that `scenario/faults` reads: `crash kube-scheduler`. */
	| {readonly fault: string}
	/** Starts a traffic client. */
	| {readonly traffic: Scenario['traffic'][number]}
	/** Input of a client beyond the simulation. */
	| {readonly client: OutsideInput}
	/** An answer of a server beyond the simulation. */
	| {readonly answer: OutwardAnswer};

/** A simulated cluster, and the doors through which real clients reach it, and it reaches real servers. */
export interface Cluster extends World<Input> {
	readonly outside: Outside;
	readonly outward: Outward;
}

/** The tape of a simulated cluster. */
export type ClusterRecording = Recording<Scenario, Input>;

/** Ledger key of what the next kubectl command of a run will print: the objects that a scenario begins with have the first one. */
export const nextTerminalKey = ({inputs, scenario}: Pick<ClusterRecording, 'inputs' | 'scenario'>): string => {
	const earlier = initialObjects(scenario) === '' ? 0 : 1;
	return `/terminal/${inputs.filter(({input}) => 'kubectl' in input).length + earlier + 1}`;
};

/** The output of one kubectl invocation, in the ledger under `/terminal/<n>`. */
export interface TerminalEntry {
	readonly command: string;
	readonly stdout: string;
	readonly stderr: string;
	/** Exit code; absent while it runs. */
	readonly code?: number;
}

const adminCertificate = {commonName: 'kubernetes-admin', organizations: ['kubeadm:cluster-admins', 'system:masters']};

const certificate = (commonName: string, ...organizations: readonly string[]): Credentials => ({
	certificate: {commonName, organizations},
});

const kubeconfig = (scenario: Scenario): string => {
	const users = [
		`- name: kubernetes-admin\n  user:\n    client-certificate-data: ${certificateData(adminCertificate)}\n`,
		...scenario.users.map(({name, groups, token}) =>
			token === undefined
				? `- name: ${name}\n  user:\n    client-certificate-data: ${certificateData({commonName: name, organizations: groups})}\n`
				: `- name: ${name}\n  user:\n    token: ${token}\n`,
		),
	];
	const names = ['kubernetes-admin', ...scenario.users.map(({name}) => name)];
	const contexts = names.map(
		(name) => `- name: ${name}@kubernetes\n  context:\n    cluster: kubernetes\n    user: ${name}\n`,
	);
	return `apiVersion: v1
kind: Config
clusters:
- name: kubernetes
  cluster:
    server: https://${joinHostPort(controlPlaneAddress(networkOf(scenario)), controlPlane.apiserverPort)}
contexts:
${contexts.join('')}current-context: kubernetes-admin@kubernetes
users:
${users.join('')}`;
};

const withAddons = (objects: ReturnType<typeof freshCluster>, scenario: Scenario) => {
	const {csiDrivers, deviceDrivers = [], externalDNS, metrics, coreDNS} = scenario;
	const all: Record<string, readonly unknown[]> = {...objects};
	const usual = [
		addons(networkOf(scenario), coreDNS),
		storageAddons(csiDrivers),
		accountAddons({
			csi: csiDrivers.length > 0,
			devices: deviceDrivers.length > 0,
			externalDNS: externalDNS !== undefined,
			metrics: metrics !== undefined,
		}),
	];
	if (deviceDrivers.length > 0) {
		usual.push(deviceAddons(deviceDrivers));
	}

	for (const added of metrics ? [...usual, metricsAddons] : usual) {
		for (const [path, items] of Object.entries(added)) {
			all[path] = [...(all[path] ?? []), ...items];
		}
	}

	return all;
};

const requirementsOf = memoised((selector: string) => parseLabelSelector(selector), 50);

/** Whether labels are as the text of a selector says. */
const selects = (labels: Readonly<Record<string, string>>, selector: string): boolean =>
	matchesRequirements(requirementsOf(selector), labels);

/** One of several instances of a component, on a machine of its own. @param index which one, from 0. */
const candidate = (client: Client, process: string, index: number): Candidate => {
	const isScheduler = process.startsWith('kube-scheduler');
	const component = isScheduler ? 'kube-scheduler' : 'kube-controller-manager';
	return {
		client,
		lease: component,
		host: `control-plane-${index + 1}`,
		process,
		component,
		reportsAs: isScheduler ? 'default-scheduler' : component,
	};
};

/** A client of the apiserver. */
type Connect = (userAgent: string, credentials: Credentials) => Client;

/** A client of a program that runs in a Pod: it acts as its service account, with the token that the kubelet mounts. */
type ConnectInCluster = (userAgent: string) => Client;

/** Extensions of a cluster beyond Kubernetes. They are code: a recording names them, and cannot contain them. */
export interface Extensions {
	/** Controllers, each a process of its own. */
	readonly controllers?: readonly CustomController[];
	/** Programs of images, by the name that Pods write: their containers run code. */
	readonly programs?: Readonly<Record<string, ContainerProgram>>;
	/** Plug-ins of kube-scheduler, after those of its profile. */
	readonly schedulerPlugins?: readonly ProfilePlugin[];
}

/**
A whole cluster on a kernel of its own, with its control plane and nodes started and nothing done yet.

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
				signToken: (token) => secretToken(token, scenario.tokenKey),
				process,
				...(instances > 1 ? {election: candidate(agent(`${name}/leader-election`), process, index)} : {}),
			});
		}
	}

	if (scenario.components?.includes('kube-scheduler') ?? true) {
		const {instances = 1, ...configuration} = scenario.kubeScheduler ?? {};
		const scheduler = certificate('system:kube-scheduler');
		for (const [index, process] of instancesOf('kube-scheduler', instances).entries()) {
			startScheduler(kernel, connect(process, scheduler), {
				clientConnection: configuration.clientConnection,
				configuration,
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

	startNodes(kernel, nodes, {connect, inCluster, programs: extensions.programs}, scenario);
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

	// Conditions of breakpoints and lessons see English: they mean the same whatever language the user reads.
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
With the first thing that the user does, the faults of the scenario are given too.

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

/** Without nodes: a control plane alone, as after its first start. */
const isBare = ({nodes}: Scenario): boolean => nodes.length === 0;

/** The servers that kube-apiserver reaches, beside its clients. */
interface Reached {
	readonly kubelets: KubeletEndpoints;
	readonly metrics: MetricsServer | undefined;
	readonly outward: Outward;
}

const startServer = (kernel: Kernel, scenario: Scenario, {kubelets, metrics, outward}: Reached): ApiServer => {
	const network = networkOf(scenario);
	const usual = withRoles(freshCluster(network), controllers);
	const fresh = scenario.proxyAuthority === undefined ? usual : withAuthority(usual, scenario.proxyAuthority);
	const server = new ApiServer(kernel, {
		...(scenario.kubeAPIServer?.etcdPrefix === undefined ? {} : {etcdPrefix: scenario.kubeAPIServer.etcdPrefix}),
		kubelets,
		...(metrics ? {metrics} : {}),
		initialObjects: isBare(scenario) ? fresh : withAddons(fresh, scenario),
		tokens: scenario.users.flatMap(({name, token, uid, groups}) =>
			token === undefined ? [] : [{token, user: name, uid, groups}],
		),
		...(scenario.tokenKey === undefined ? {} : {tokenKey: scenario.tokenKey}),
		admission: scenario.admission,
		network,
		...(scenario.kubernetesVersion === undefined ? {} : {minor: minorIn(scenario.kubernetesVersion) ?? simulatedMinor}),
		...(scenario.callsServers ? {outward} : {}),
		...(scenario.dump ? {dump: scenario.dump} : {}),
		...(scenario.authorization ? {authorization: scenario.authorization} : {}),
	});
	server.start();
	return server;
};

/** The kubelet configuration of a node: the scenario's for all nodes, with its values for this one. */
const configurationOf = (
	{kubelet}: Scenario,
	node: Pick<Scenario['nodes'][number], 'kubelet'>,
): Pick<Scenario['nodes'][number], 'kubelet'> =>
	kubelet || node.kubelet ? {kubelet: {...kubelet, ...node.kubelet}} : {};

/** How the processes of nodes reach the apiserver, and the code of their images. */
interface NodeServices extends Pick<Extensions, 'programs'> {
	readonly connect: Connect;
	readonly inCluster: ConnectInCluster;
}

const startNodes = (
	kernel: Kernel,
	nodes: ClusterNodes,
	{connect, inCluster, programs = {}}: NodeServices,
	scenario: Scenario,
): void => {
	// A scenario's check looks at an image as a whole; what its parts mean, only the runtime knows.
	const described = scenario.images as ImageCatalogue['images'];
	const coded = Object.entries(programs).map(([name, custom]) => [name, {...described[name], custom}] as const);
	const images: ImageCatalogue = {images: {...described, ...Object.fromEntries(coded)}};
	const network = containerNetwork(kernel, {ignoresPolicies: scenario.cni?.networkPolicy === false});
	const before = scenario.dump && formerCluster(scenario.dump);
	const minor = minorIn(scenario.kubernetesVersion ?? '');
	const addresses = networkOf(scenario);
	for (const [index, {podCIDR, address, ...node}] of scenario.nodes.entries()) {
		const kubelet = certificate(`system:node:${node.name}`, 'system:nodes');
		nodes.start(connect(`kubelet/${node.name}`, kubelet), {
			node: {
				...node,
				...(scenario.dump ? {} : {labels: kubeletLabels(node.labels)}),
				...configurationOf(scenario, node),
				podCIDRs: inFamilies(addresses, splitRanges(podCIDR), nodeRanges(addresses, index + 1)),
				addresses: inFamilies(addresses, splitRanges(address), nodeAddresses(addresses, index)),
			},
			images,
			flannel: inCluster(`flanneld/${node.name}`),
			network,
			runKubectl: kubectlInContainers(kernel, connect),
			clusterDNS: before?.clusterDNS ?? wellKnownAddress(addresses, 10),
			clusterDomain: 'cluster.local',
			csiDrivers: scenario.csiDrivers,
			deviceDrivers: scenario.deviceDrivers,
			nfsServers: scenario.nfsServers,
			cni: scenario.cni,
			resyncs: scenario.legacy?.kubeletResync,
			relistsOnDemand: minor === undefined || isGateOn(minor, 'PLEGOnDemandRelist') === true,
			clonesRepositories: minor !== undefined && isGateOn(minor, 'GitRepoVolumeDriver') === true,
			...(before ? {former: before.on(node.name)} : {}),
		});
		if (node.isDown) {
			kernel.crash(`kubelet/${node.name}`);
		}

		for (const driver of scenario.deviceDrivers ?? []) {
			if (driver.nodes?.includes(node.name) ?? true) {
				startDeviceDriver(inCluster(pluginProcess(driver.name, node.name)), driver, node.name);
			}
		}

		startKubeProxy(kernel, inCluster(`kube-proxy/${node.name}`), {
			node: node.name,
			mode: scenario.kubeProxy?.mode,
			network: addresses,
		});
	}
};

/** Runs kubectl in a container, as its service account or as its own kubeconfig says. @mirrors client-go/rest InClusterConfig */
const kubectlInContainers = (kernel: Kernel, connect: Connect): RunKubectl => {
	// Simplified: all containers share a cache.
	const home = newHome();
	return function* ({server, token, namespace, kubeconfig, files, stdin, words}) {
		const printed = {stdout: '', stderr: ''};
		const code = yield* kubectl(
			{
				kernel,
				home,
				connect: (credentials) => connect('kubectl', credentials),
				kubeconfig:
					kubeconfig ??
					(server !== undefined && token !== undefined
						? kubeconfigText({server, user: 'default', credentials: {token}, namespace})
						: ''),
				files,
				stdin,
				write(stream, text) {
					printed[stream] += text;
				},
			},
			words,
		);
		return {...printed, code};
	};
};

/** The receivers of inputs: kubectl in the user's terminal, faults, traffic, and clients from beyond the simulation. @param startConfig the kubeconfig that the terminal begins with. @param scenario for kubectl's legacy features and the behaviour of the network plug-in. */
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
	let config = startConfig;
	const home = newHome();
	const commands: string[] = [];

	function* runKubectl(key: string, input: Extract<Input, {kubectl: string}>): Routine {
		let entry: TerminalEntry = {command: input.kubectl, stdout: '', stderr: ''};
		const code = yield* kubectl(
			{
				kernel,
				home,
				connect: (credentials) => connect('kubectl', credentials),
				kubeconfig: config,
				generators: legacy?.generators,
				files: input.files ?? {},
				stdin: input.stdin,
				write(stream, text) {
					entry = {...entry, [stream]: entry[stream] + text};
					kernel.ledger.write(key, entry);
				},
				writeKubeconfig(text) {
					config = text;
				},
			},
			splitWords(input.kubectl),
		);
		entry = {...entry, code};
		kernel.ledger.write(key, entry);
		yield* note(
			'kubectl.print',
			{...entry, case: 'end', code},
			{object: key, outcome: code === 0 ? undefined : 'refused'},
		);
	}

	return (input) => {
		if ('kubectl' in input) {
			const number = commands.push(input.kubectl);
			kernel.spawn(`kubectl/${number}`, 'kubectl', () => runKubectl(`/terminal/${number}`, input), {brief: true});
		} else if ('traffic' in input) {
			startTraffic(kernel, {clients: [input.traffic], ignoresPolicies: cni?.networkPolicy === false});
		} else if ('interrupt' in input) {
			for (const [index, line] of commands.entries()) {
				const process = kernel.processes.get(`kubectl/${index + 1}`);
				if (line === input.interrupt && process && process.state !== 'ended' && process.state !== 'crashed') {
					faults.submit(`crash ${process.name}`);
				}
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
export {splitWords} from './kubectl/command-line/split-words.js';
export {packetNames, packetWalk, requestWalk} from './network/walk/recorded-walk.js';
export {deviceVerdicts, type DeviceVerdict} from './scheduler/devices/device-verdicts.js';
export type {Walk} from './network/walk/walk.js';
export type {WalkHop} from './network/walk/walk-hop.js';
