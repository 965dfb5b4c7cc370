import {minorIn, simulatedMinor} from '../objects/versions/kubernetes-version.js';
import {ApiServer} from '../apiserver/server.js';
import type {Client} from '../client/client.js';
import type {KubeletEndpoints} from '../client/kubelet.js';
import type {Outward} from '../client/outward.js';
import type {Candidate} from '../client/leader-election.js';
import {controllers} from '../controllers/controller-manager.js';
import {withRoles} from '../controllers/controller-roles.js';
import type {Kernel} from '../kernel/kernel.js';
import {stageDefinition} from '../kwok/definition.js';
import {networkOf} from '../objects/cluster-network.js';
import type {MetricsServer} from '../controllers/metrics-server.js';
import {freshCluster, withAuthority} from '../apiserver/storage/initial-objects.js';
import {accountAddons} from '../scenario/accounts.js';
import {addons, deviceAddons, metricsAddons, storageAddons} from '../scenario/addons.js';
import {kwokNodeObjects} from '../scenario/kwok.js';
import type {Scenario} from '../scenario/scenario.js';

/** The objects of a new control plane, and those that kubeadm and the drivers of the scenario install. */
const withAddons = (objects: ReturnType<typeof freshCluster>, scenario: Scenario) => {
	const {csiDrivers, deviceDrivers = [], externalDNS, metrics, coreDNS, nodeGroups = [], kwok} = scenario;
	const all: Record<string, readonly unknown[]> = {...objects};
	const usual = [
		addons(networkOf(scenario), coreDNS),
		storageAddons(csiDrivers),
		accountAddons({
			csi: csiDrivers.length > 0,
			devices: deviceDrivers.length > 0,
			externalDNS: externalDNS !== undefined,
			metrics: metrics !== undefined,
			nodeGroups: nodeGroups.length > 0,
			kwok: kwok !== undefined,
		}),
	];
	if (deviceDrivers.length > 0) {
		usual.push(deviceAddons(deviceDrivers));
	}

	if (kwok) {
		usual.push(stageDefinition, kwokNodeObjects(kwok));
	}

	for (const added of metrics ? [...usual, metricsAddons] : usual) {
		for (const [path, items] of Object.entries(added)) {
			all[path] = [...(all[path] ?? []), ...items];
		}
	}

	return all;
};

/** One of several instances of a component, on its own machine. @param index its index, from 0. */
export const candidate = (client: Client, process: string, index: number): Candidate => {
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

/** Whether a scenario has no nodes: only a control plane, as after its first start. */
export const isBare = ({nodes, nodeGroups = [], kwok}: Scenario): boolean =>
	nodes.length === 0 && nodeGroups.length === 0 && !kwok;

/** The servers that kube-apiserver reaches, beside its clients. */
interface Reached {
	readonly kubelets: KubeletEndpoints;
	readonly metrics: MetricsServer | undefined;
	readonly outward: Outward;
}

/** Starts kube-apiserver with the objects, users and plug-ins of a scenario. */
export const startServer = (kernel: Kernel, scenario: Scenario, {kubelets, metrics, outward}: Reached): ApiServer => {
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
