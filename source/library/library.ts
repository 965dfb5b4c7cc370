/**
The door for programs: `import {Cluster} from 'k8s-walkthrough'`.

Exports keep their meaning within a major version; library.test.ts lists them.
*/
export {check} from './check.js';
export type {CheckOptions, CheckResult} from './check.js';
export {Cluster, NotReached} from './cluster.js';
export type {Exploration, ExploreFinding, ExploreOptions} from './explore.js';
export type {ChaosKind} from '../commands/chaos/plans.js';
export type {AsOf, Hit, KubectlResult, Patience, RunningCommand} from './cluster.js';
export type {Comparison, FutureInfo} from './futures.js';
export type {ClusterOptions, Manifest, Manifests} from './input.js';
export type {ListFilter} from './objects.js';
export type {Stop} from './stop.js';
export type {Condition, Until} from './until.js';
export type {Extensions} from '../cluster.js';
export {faults, images, type FaultWords} from './catalogues.js';
export {Divergence} from '../debugger/recording.js';
export {Mistakes} from '../scenario/mistake.js';
export type {ScenarioFile} from '../scenario/scenario-file.js';
export type {Authorship} from '../screen/state/authorship.js';
export type {DifferentEnd} from '../screen/state/futures-aligned.js';

// For controllers that are not Kubernetes' own.
export {ApiError} from '../client/errors.js';
export {keyOf} from '../client/informer.js';
export type {Cache, Change, ControllerTools, CustomController} from '../controllers/custom-controller.js';
export type {CustomClient} from '../controllers/custom-client.js';
export {sleep, type Routine} from '../kernel/routine.js';
export type {KubernetesObject} from '../objects/kubernetes-object.js';
export type {Resources} from '../objects/kubernetes.generated.js';
export type {ResourceName} from '../objects/resources.js';

// For programs in containers.
export type {Handler, ServerReply, ServerRequest} from '../machine/handler.js';
export {NetworkError, Terminated} from '../machine/images/container-program.js';
export type {ClientReply, ClientRequest, ContainerProgram, ProgramTools} from '../machine/images/container-program.js';

// For plug-ins of kube-scheduler.
export {inProfile, refuse, refuseForGood, scaleScores} from '../scheduler/framework.js';
export type {ClusterView, Plugin, ProfilePlugin, Refusal} from '../scheduler/framework.js';
export type {NodeInfo} from '../scheduler/node-info.js';
export type {PodInfo} from '../scheduler/pod-info.js';
