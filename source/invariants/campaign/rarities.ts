import {endlessJob, podsWithDevice, podWithClaim, serviceWithIngress} from './manifests.js';
import type {Command} from './workloads.js';
import type {ScenarioFile} from '../../scenario/scenario-file.js';

/** An addition to a world beyond the parts drawn for it. */
export interface Rarity {
	/** Further nodes without scheduled Pods, so that no Pod's node depends on chance. */
	readonly nodes: NonNullable<ScenarioFile['nodes']>;
	readonly scenario?: Pick<ScenarioFile, 'deviceDrivers'>;
	/** The commands before and after the drawn ones. */
	readonly before: readonly Command[];
	readonly after: readonly Command[];
}

const none: Rarity = {nodes: [], before: [], after: []};

/** A node whose Node is deleted while its kubelet continues: no fault names it. */
const deletedNode: Rarity = {
	...none,
	nodes: [{name: 'node-c', taints: [{key: 'example.test/closed', effect: 'NoSchedule'}]}],
	after: [{kubectl: 'delete node node-c --wait=false --ignore-not-found'}],
};

/** A Job that is deleted while it runs. Its claim is named after its Pod, so all objects are deleted before the end. */
const runningJob = (cascade: string): Rarity => ({
	...none,
	before: [{kubectl: 'apply -f all.yaml', files: {'all.yaml': endlessJob('endless')}}],
	after: [{kubectl: `delete job endless --cascade=${cascade} --wait=false --ignore-not-found`}],
});

/** A deleted Ingress, which CoreDNS and the ingress controller must forget. */
const deletedIngress: Rarity = {
	...none,
	before: [{kubectl: 'apply -f all.yaml', files: {'all.yaml': serviceWithIngress('passing')}}],
	after: [{kubectl: 'delete service,ingress passing --wait=false --ignore-not-found'}],
};

/** A claim that asks for more. */
const growingClaim: Rarity = {
	...none,
	before: [{kubectl: 'apply -f all.yaml', files: {'all.yaml': podWithClaim('growing')}}],
	after: [{kubectl: `patch pvc growing -p '{"spec":{"resources":{"requests":{"storage":"3Gi"}}}}'`}],
};

const driver = 'devices.example.test';

/** A device that one Pod waits for while another has it. */
const oneDevice: Rarity = {
	...none,
	scenario: {deviceDrivers: [{name: driver, nodes: ['node-a'], devices: [{name: 'device-0'}]}]},
	before: [{kubectl: 'apply -f all.yaml', files: {'all.yaml': podsWithDevice('wanted', driver)}}],
};

const rarities = new Map<number, Rarity>([
	[1, growingClaim],
	[3, deletedIngress],
	[5, oneDevice],
	[7, deletedNode],
	[11, runningJob('background')],
	[13, runningJob('foreground')],
]);

/** The rarity of a world, if any: adding every rarity to every world would make a campaign too slow. */
export const rarityOf = (world: number): Rarity => rarities.get(world % 16) ?? none;
