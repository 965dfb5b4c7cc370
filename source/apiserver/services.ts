import type {KubernetesObject} from '../objects/kubernetes-object.js';
import type {Outward} from '../client/outward.js';
import type {KubeletEndpoints} from '../client/kubelet.js';
import type {Kernel} from '../kernel/kernel.js';
import type {Etcd} from '../etcd/etcd.js';
import type {ResourceMetrics} from '../objects/resource-metrics.js';
import type {Routine} from '../kernel/routine.js';
import type {AdmissionContext, AdmissionPlugin} from './admission/plugin.js';
import type {AdmissionOptions} from './admission/plugins.js';
import type {StaticToken} from './authentication/authenticate.js';
import type {AuthorizationOptions, Authorizer} from './authorization/modes.js';
import type {Cacher} from './storage/cacher.js';
import type {CustomResources} from './custom-resources/catalogue.js';
import type {Exchange} from './request/exchange.js';
import type {ClusterNetwork} from '../objects/cluster-network.js';
import type {ServiceAllocator} from './allocation/service-allocator.js';
import type {Storage} from './storage/storage.js';

export interface ApiServerOptions {
	/** The prefix of all keys in etcd, `/registry` by default. */
	readonly etcdPrefix?: string;
	/** The static token file. */
	readonly tokens?: readonly StaticToken[];
	/** The secret that signs service account tokens, where real clients might forge tokens. */
	readonly tokenKey?: string;
	readonly authorization?: AuthorizationOptions;
	readonly admission?: AdmissionOptions;
	/** The addresses of the cluster; for Services, the range of cluster IPs, `10.96.0.0/16` by default. */
	readonly network?: ClusterNetwork;
	/** Objects present at start, by the path of their resource; those of a fresh cluster by default. */
	readonly initialObjects?: Readonly<Record<string, readonly unknown[]>>;
	/** The minor version of Kubernetes 1 whose API is served; the simulated one when not given. */
	readonly minor?: number;
	/** Objects of another cluster, which this one continues from, in the order in which they were last written. */
	readonly dump?: readonly KubernetesObject[];
	/** The metrics of metrics-server, if there is one. */
	readonly metrics?: ResourceMetrics;
	/** The connection to servers outside the simulation; without it, none is called. */
	readonly outward?: Outward;
	/** The kubelets' endpoints: logs, exec, attach, port-forward. */
	readonly kubelets?: KubeletEndpoints;
}

/** The services that request handlers use. */
export interface Services {
	readonly kernel: Kernel;
	readonly options: ApiServerOptions;
	readonly etcd: Etcd<KubernetesObject>;
	readonly storage: Storage;
	readonly cacher: Cacher;
	/** The resources that CustomResourceDefinitions define. */
	readonly custom: CustomResources;
	/** The authorizers to ask. */
	readonly authorizers: readonly Authorizer[];
	/** If the scenario names authorizers, each of their opinions is a stop. */
	readonly toldAuthorizers: readonly string[] | undefined;
	readonly plugins: readonly AdmissionPlugin[];
	readonly allocator: ServiceAllocator;
	/** Stored objects of custom resources, as a server has converted them for lists and watches. */
	readonly conversions: WeakMap<KubernetesObject, KubernetesObject>;
	/** The context of admission for one request. */
	readonly admission: (exchange: Exchange) => AdmissionContext;
	/** Writes past the request chain: changes by the apiserver itself. */
	readonly writeInternally: (resource: string, object: KubernetesObject) => Routine;
}
