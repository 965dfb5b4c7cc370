import {secretToken} from '../apiserver/authentication/token.js';
import {freshCluster} from '../apiserver/storage/initial-objects.js';
import {controllers as allControllers, startControllerManager} from '../controllers/controller-manager.js';
import {withRoles} from '../controllers/controller-roles.js';
import type {ResourceName} from '../client/client.js';
import type {KernelOptions} from '../kernel/kernel.js';
import type {
	Deployment,
	Pod,
	PodStatus,
	PodTemplateSpec,
	ReplicaSet,
	Resources,
} from '../objects/kubernetes.generated.js';
import {TinyServer, type Sketched} from './tiny-server.js';

/**
The smallest world for a test of controllers: an apiserver, the named controllers, and a user. Pods need no service account, because no
controller may exist that creates one.
*/
export class ControllersWorld extends TinyServer {
	/** @param given names of the running controllers, and options of the kernel or the version of Kubernetes if a test needs some. */
	constructor(...given: ReadonlyArray<string | (KernelOptions & {readonly minor?: number})>) {
		const {minor, ...options} = Object.assign(
			{},
			...given.filter((one) => typeof one === 'object'),
		) as KernelOptions & {
			readonly minor?: number;
		};
		super(
			{admission: {disable: ['ServiceAccount']}, initialObjects: withRoles(freshCluster(), allControllers)},
			options,
		);
		const controllers = given.filter((one) => typeof one === 'string');
		const connect = (userAgent: string) => this.client(userAgent, 'system:kube-controller-manager');
		startControllerManager(this.kernel, connect, {controllers, minor, signToken: (token) => secretToken(token)});
		this.rest();
	}

	/** Creates objects, and plays all consequences. */
	create<R extends ResourceName>(resource: R, ...objects: ReadonlyArray<Sketched<Resources[R]>>): void {
		this.command(() => this.creating(resource, ...objects));
	}

	/** Reason and message of the events recorded. */
	events(): readonly string[] {
		return this.at('event.record').map(({facts}) => `${String(facts?.['reason'])}: ${String(facts?.['message'])}`);
	}
}

/** A Deployment named web. */
export const webDeployment = (replicas: number, spec: Sketched<Deployment>['spec'] = {}): Sketched<Deployment> => ({
	apiVersion: 'apps/v1',
	kind: 'Deployment',
	metadata: {name: 'web', namespace: 'default'},
	spec: {
		replicas,
		strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '25%', maxUnavailable: '25%'}},
		selector: {matchLabels: {app: 'web'}},
		template: webTemplate('nginx:1.27'),
		...spec,
	},
});

export const webTemplate = (image: string): PodTemplateSpec => ({
	metadata: {labels: {app: 'web'}},
	spec: {containers: [{name: 'main', image}]},
});

/** A ReplicaSet named web. */
export const webReplicaSet = (replicas: number, name = 'web'): Sketched<ReplicaSet> => ({
	apiVersion: 'apps/v1',
	kind: 'ReplicaSet',
	metadata: {name, namespace: 'default'},
	spec: {replicas, selector: {matchLabels: {app: 'web'}}, template: webTemplate('nginx:1.27')},
});

/** A Pod with the labels of web. */
export const webPod = (
	name: string,
	{
		metadata,
		spec,
		status,
	}: Pick<Sketched<Pod>, 'spec'> & {
		readonly metadata?: Partial<Pod['metadata']>;
		readonly status?: Partial<PodStatus>;
	} = {},
): Sketched<Pod> => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: {name, namespace: 'default', labels: {app: 'web'}, ...metadata},
	spec: {containers: [{name: 'main', image: 'nginx:1.27'}], ...spec},
	...(status && {status}),
});

/** The status of a Pod that runs and is ready. */
export const readyStatus = (podIP = '10.244.0.1'): PodStatus => ({
	phase: 'Running',
	podIP,
	podIPs: [{ip: podIP}],
	conditions: [{type: 'Ready', status: 'True', lastTransitionTime: '2025-12-31T00:00:00Z'}],
});
