import type {Area} from './areas.js';
import type {CatalogueKey} from './catalogue.js';
import type {StageId} from './facts.js';

/** A stage, or the beginning of several. */
type StageName = CatalogueKey | StageId;

/**
The steps of the work of a component for one request or one object, in order: each lists its stages, including those that begin with their
keys. The first one names the step.
*/
export const work = {
	kubectl: [
		['kubectl.kubeconfig'],
		['kubectl.parse', 'kubectl.generate'],
		['kubectl.discover'],
		['kubectl.negotiate'],
		['kubectl.validate'],
		['kubectl.request'],
		['kubectl.print'],
	],
	apiserver: [
		['apiserver.authenticate'],
		['apiserver.authorize'],
		['apiserver.route'],
		['apiserver.decode', 'apiserver.default'],
		['apiserver.admit.mutate'],
		['apiserver.validate'],
		['apiserver.admit.validate'],
		['apiserver.store', 'etcd.txn'],
		['apiserver.respond'],
	],
	scheduler: [
		['scheduler.queue'],
		['scheduler.prefilter'],
		['scheduler.filter', 'scheduler.extender'],
		['scheduler.postfilter'],
		['scheduler.score', 'scheduler.prescore'],
		['scheduler.select'],
		['scheduler.reserve', 'scheduler.permit', 'scheduler.prebind'],
		['scheduler.bind'],
	],
	kubelet: [
		['kubelet.sync'],
		['kubelet.admit'],
		['kubelet.cgroup', 'kubelet.directories'],
		['kubelet.volumes', 'csi'],
		['cri.RunPodSandbox', 'cni', 'dra'],
		['kubelet.pull', 'cri.PullImage'],
		['cri.CreateContainer'],
		['cri.StartContainer', 'kubelet.hook.postStart'],
		['kubelet.probe'],
		['kubelet.status'],
		['kubelet.kill', 'cri.StopContainer', 'kubelet.hook.preStop'],
	],
} as const satisfies {readonly [Name in Area]?: ReadonlyArray<readonly [StageName, ...StageName[]]>};

/** The stage that names a step of the work. */
export type WorkStep = (typeof work)[keyof typeof work][number][0];

/** A step of the work: its name, and the stages that belong to it. */
type WorkStages = readonly [name: WorkStep, ...others: StageName[]];

/** The steps of a component's work; empty if its work does not have several steps. */
export const stepsOf = (area: Area): readonly WorkStages[] => (area in work ? work[area as keyof typeof work] : []);
