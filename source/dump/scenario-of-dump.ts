import {networkOf} from '../objects/cluster-network.js';
import type {Family} from '../objects/ip.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {PersistentVolume, Pod} from '../objects/kubernetes.generated.js';
import {defaultDriver, type SimulatedDriver} from '../objects/csi.js';
import type {SimulatedNode} from '../objects/simulated-node.js';
import {getOrInsert} from '../kernel/get-or-insert.js';
import type {Scenario} from '../scenario/scenario.js';
import type {Dump} from './dump.js';
import {imageBehaviours} from './image-behaviour.js';
import {simulatedNode} from './nodes.js';
import {remarksOn, webhookServers} from './remarks.js';
import {serviceRange} from './service-range.js';
import {listed} from './stand-ins.js';

const podsByNode = (pods: readonly Pod[]): ReadonlyMap<string, Pod[]> => {
	const found = new Map<string, Pod[]>();
	for (const pod of pods) {
		if (pod.spec.nodeName) {
			getOrInsert(found, pod.spec.nodeName, () => []).push(pod);
		}
	}

	return found;
};

/** The drivers that volumes and classes name, each from its CSIDriver and the CSINodes. */
const driversOf = (objects: readonly KubernetesObject[]): readonly SimulatedDriver[] => {
	const drivers = new Map<string, SimulatedDriver>();
	const nodes = new Map<string, string[]>();
	for (const object of objects) {
		if (isKind(object, 'storage.k8s.io/v1 CSIDriver')) {
			drivers.set(object.metadata.name, {
				name: object.metadata.name,
				...(object.spec.attachRequired === false ? {attachRequired: false} : {}),
			});
		} else if (isKind(object, 'v1 PersistentVolume') && object.spec?.csi) {
			const {driver: name} = object.spec.csi;
			getOrInsert(drivers, name, () => ({name}));
		} else if (isKind(object, 'storage.k8s.io/v1 CSINode')) {
			for (const {name} of object.spec.drivers ?? []) {
				getOrInsert(drivers, name, () => ({name}));
				getOrInsert(nodes, name, () => []).push(object.metadata.name);
			}
		}
	}

	return [...drivers.values()].map((driver) => {
		const own = nodes.get(driver.name);
		return own ? {...driver, nodes: own} : driver;
	});
};

const nfsServersOf = (pods: readonly Pod[], volumes: readonly PersistentVolume[]): readonly string[] => [
	...new Set([
		...volumes.flatMap(({spec}) => spec?.nfs?.server ?? []),
		...pods.flatMap(({spec}) => (spec.volumes ?? []).flatMap(({nfs}) => nfs?.server ?? [])),
	]),
];

/** The nodes of a dump; without any, those of its Pods. */
const nodesOf = (
	objects: readonly KubernetesObject[],
	pods: readonly Pod[],
	volumes: readonly PersistentVolume[],
	usual: readonly SimulatedNode[],
	families: readonly Family[],
): {readonly nodes: readonly SimulatedNode[]; readonly remarks: readonly string[]} => {
	const byNode = podsByNode(pods);
	const nodes = objects.filter((object) => isKind(object, 'v1 Node'));
	if (nodes.length > 0) {
		return {
			nodes: nodes.map((node) => simulatedNode(node, byNode.get(node.metadata.name) ?? [], volumes, families)),
			remarks: [],
		};
	}

	const names = [...byNode.keys()].sort();
	const [like] = usual;
	return names.length === 0 || !like
		? {nodes: usual, remarks: [`no Nodes in the dump: the simulation has ${listed(usual.map(({name}) => name))}`]}
		: {
				nodes: names.map((name) => ({...like, name})),
				remarks: [
					`no Nodes in the dump; the simulation creates those that Pods run on, with the usual size: ${listed(names)}`,
				],
			};
};

/** A scenario that continues from a dump, and the missing parts, each once. @param scenario the parts that a dump lacks: seed, latencies, images, users */
export const scenarioOfDump = (
	scenario: Scenario,
	{objects, time, remarks}: Dump,
): {readonly scenario: Scenario; readonly remarks: readonly string[]} => {
	const pods = objects.filter((object) => isKind(object, 'v1 Pod'));
	const volumes = objects.filter((object) => isKind(object, 'v1 PersistentVolume'));
	const range = serviceRange(objects);
	const {families} = networkOf({serviceClusterIPRange: range});
	const found = nodesOf(objects, pods, volumes, scenario.nodes, families);
	const {admission} = scenario;
	const drivers = driversOf(objects);
	return {
		scenario: {
			...scenario,
			startsAt: time,
			nodes: found.nodes,
			images: {...imageBehaviours(pods), ...scenario.images},
			csiDrivers: drivers,
			nfsServers: [...(scenario.nfsServers ?? []), ...nfsServersOf(pods, volumes)],
			...(range === undefined ? {} : {serviceClusterIPRange: range}),
			admission: {
				...admission,
				webhooks: [
					...(admission.webhooks ?? []),
					...webhookServers(objects).map((server) => ({...server, answers: [{allowed: true}]})),
				],
			},
			dump: objects,
		},
		remarks: [
			...remarks,
			...found.remarks,
			...remarksOn(objects, {
				nodes: new Set(found.nodes.map(({name}) => name)),
				drivers: drivers.flatMap(({name}) => (name === defaultDriver.name ? [] : [name])),
			}),
		],
	};
};
