import {metricsResources} from '../objects/resource-metrics.js';
import {withMetadata, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Handler, Request, Response} from '../client/request.js';
import {CutOff} from '../client/cut-off.js';
import {Etcd, mostRequestBytes} from '../etcd/etcd.js';
import {storedBytes} from './storage/stored-size.js';
import type {Kernel} from '../kernel/kernel.js';
import {Mailbox} from '../kernel/mailbox.js';
import {sleep, take, type Routine} from '../kernel/routine.js';
import {frame, note} from '../stages/note.js';
import {copyOf} from '../objects/copy.js';
import {registryKey, resourceNamed, resources, type Resource} from '../objects/resources.js';
import {isServed} from '../objects/versions/served.js';
import {TokenSource} from '../client/token-source.js';
import {claimsFor, issueToken} from './authentication/token.js';
import {pluginsFor} from './admission/plugins.js';
import type {AdmissionContext, AdmissionPlugin} from './admission/plugin.js';
import {WebhookServers} from './admission/webhook/server.js';
import type {ApiServerOptions, Services} from './services.js';
import {CustomResources} from './custom-resources/catalogue.js';
import {watchAPIServices} from './aggregation/availability-controller.js';
import {watchDefinitions} from './custom-resources/definition-controller.js';
import {decide} from './authorization/authorize.js';
import {authorizerNames, authorizersFor, type Authorizer} from './authorization/modes.js';
import {Cacher} from './storage/cacher.js';
import {handle} from './chain/handle.js';
import type {Exchange} from './request/exchange.js';
import {conflict, failure, modified, notFound, RequestFailure} from './request/failure.js';
import {equal} from '../kernel/equality.js';
import {clusterNetworkKey, defaultNetwork} from '../objects/cluster-network.js';
import {freshCluster, initialObjects} from './storage/initial-objects.js';
import {store} from './storage/store-objects.js';
import type {Reader} from './storage/reader.js';
import {ServiceAllocator} from './allocation/service-allocator.js';
import {Storage} from './storage/storage.js';

export type {ApiServerOptions} from './services.js';

/** Every five minutes, history older than five minutes is compacted away. */
const compactionMs = 300_000;

/** Every three minutes, cluster IPs are compared with Services. */
const repairMs = 180_000;

/**
kube-apiserver: the only access to the cluster's state, for users and components.

`handler` answers a request in its caller's process; `start()` starts etcd, the watch cache and the background processes.

@see https://kubernetes.io/docs/concepts/overview/components/#kube-apiserver
*/
export class ApiServer implements Services {
	readonly etcd: Etcd<KubernetesObject>;
	readonly storage: Storage;
	readonly cacher: Cacher;
	readonly custom: CustomResources;
	readonly allocator: ServiceAllocator;
	readonly authorizers: readonly Authorizer[];
	readonly toldAuthorizers: readonly string[] | undefined;
	readonly plugins: readonly AdmissionPlugin[];
	readonly conversions = new WeakMap<KubernetesObject, KubernetesObject>();
	readonly #webhooks: WebhookServers;
	#requests = 0;
	#down = false;
	readonly #cutOff = new CutOff();

	constructor(
		readonly kernel: Kernel,
		readonly options: ApiServerOptions = {},
	) {
		this.etcd = new Etcd<KubernetesObject>(kernel, {
			stamp,
			bytesOf: (object) => storedBytes(object, mostRequestBytes / 2),
			...(options.etcdPrefix === undefined ? {} : {prefix: options.etcdPrefix}),
		});
		this.storage = new Storage(this.etcd);
		this.cacher = new Cacher(kernel, this.etcd);
		this.custom = new CustomResources(this.cacher, options.metrics ? metricsResources : []);
		this.allocator = new ServiceAllocator(
			kernel,
			this.etcd,
			this.storage,
			(options.network ?? defaultNetwork).serviceCIDR,
		);
		this.authorizers = authorizersFor(options.authorization);
		this.toldAuthorizers = options.authorization && authorizerNames(options.authorization);
		this.plugins = pluginsFor(options.admission);
		this.#webhooks = new WebhookServers(options.admission?.webhooks ?? []);
	}

	/** The lookups of admission and authorization. */
	get reader(): Reader {
		return this.cacher;
	}

	/** Answers one request. */
	readonly handler: Handler = (request: Request): Routine<Response> =>
		this.#down ? this.#refused(request) : handle(this, request, `audit-${++this.#requests}`);

	/** The answer to a client while the server is down. Simplified: components get an answer, where real ones get a connection error; kubectl treats the two differently. */
	*#refused(request: Request): Routine<Response> {
		this.#cutOff.add(request);
		const status = failure(503, 'ServiceUnavailable', 'dial tcp 10.0.0.1:6443: connect: connection refused');
		yield* note(
			'apiserver.respond',
			{method: request.method, path: request.path, message: status.message},
			{outcome: 'failed'},
		);
		return {status: 503, headers: {}, body: status, lost: status.message};
	}

	readonly #decide: AdmissionContext['authorize'] = (attributes) =>
		decide(attributes, {reader: this.cacher, authorizers: this.authorizers});
	readonly #create: AdmissionContext['create'] = (resource, object) => this.#createInternally(resource, object);

	readonly #remove: AdmissionContext['remove'] = (resource, object) => this.#removeInternally(resource, object);

	/** The context of the admission plug-ins for one request. */
	readonly admission = (exchange: Exchange): AdmissionContext => ({
		kernel: this.kernel,
		reader: this.cacher,
		authorize: this.#decide,
		update: this.writeInternally,
		create: this.#create,
		remove: this.#remove,
		minor: this.options.minor,
		webhooks: this.#webhooks,
		outward: this.options.outward,
		reinvocation: undefined,
		warn: (text) => {
			exchange.warnings.push(text);
		},
		annotate: (key, value) => {
			exchange.annotations[key] = value;
		},
	});

	/**
	Tokens as the kubelet mounts them into a Pod of this service account.

	Simplified: for programs of the cluster that are not Pods here; no request creates them, and they last a year, as the API extends those of mounted
	volumes.
	*/
	mountedTokens(namespace: string, name: string): TokenSource {
		const {kernel} = this;
		const {tokenKey} = this.options;
		const seconds = 31_536_000;
		const random = kernel.random(`token of ${namespace}/${name}`);
		return new TokenSource(
			function* (this: ApiServer) {
				const uid = this.reader.get('serviceaccounts', namespace, name)?.metadata.uid ?? '';
				const nowSeconds = Math.floor(kernel.wallClockMs / 1000);
				const claims = claimsFor({
					namespace,
					name,
					uid,
					nowSeconds,
					expirationSeconds: seconds,
					tokenUid: random.uid(),
				});
				return {token: issueToken(claims, tokenKey), lifetimeMs: seconds * 1000};
			}.bind(this),
			() => kernel.now,
		);
	}

	/** Starts etcd, loads the initial objects, and starts the watch cache and the compactor. */
	start(): void {
		const {kernel} = this;
		this.etcd.start();
		kernel.spawn('kube-apiserver', 'kube-apiserver', () => this.#run());
	}

	/** The process `kube-apiserver`: while it is down no request is answered, and every watch ends. */
	*#run(): Routine {
		yield* this.#boot();
		this.cacher.start();
		this.kernel.spawn('kube-apiserver/compactor', 'kube-apiserver', () => this.#compact(), {child: true});
		this.kernel.spawn('kube-apiserver/cluster-ips', 'kube-apiserver', () => this.#repairClusterIPs(), {child: true});
		this.kernel.spawn('kube-apiserver/definitions', 'kube-apiserver', () => watchDefinitions(this), {child: true});
		this.kernel.spawn('kube-apiserver/apiservices', 'kube-apiserver', () => watchAPIServices(this), {child: true});
		this.kernel.atExit(() => {
			this.#down = true;
			this.cacher.disconnect();
		});
		this.#down = false;
		this.#cutOff.end();
		yield* take(new Mailbox('kube-apiserver/shutdown'), {periodic: true});
	}

	/** Server chain, generic apiserver, OpenAPI, API groups: in the order in which the real one starts. */
	*#boot(): Routine {
		const {network = defaultNetwork} = this.options;
		if (network !== defaultNetwork) {
			this.kernel.ledger.write(clusterNetworkKey, network);
		}

		yield* note('apiserver.start', {
			chain: ['kube-aggregator', 'kube-apiserver', 'apiextensions-apiserver', 'not found'],
		});
		yield* note('apiserver.start', {
			...(this.options.authorization?.modes ? {authorizers: authorizerNames(this.options.authorization)} : {}),
			admission: this.plugins.map(({name}) => name),
		});
		if (!equal(network.families, defaultNetwork.families)) {
			yield* note('apiserver.start', {serviceCIDR: network.serviceCIDR});
		}

		yield* note('apiserver.start', {paths: ['/openapi/v2', '/openapi/v3']});
		yield* frame({name: 'install API groups'}, this.#install());
		if (this.etcd.revision > 1) {
			this.allocator.repair();
			yield* this.allocator.addresses.repair();
			yield* note('apiserver.start', {revision: this.etcd.revision});
			return;
		}

		const {initialObjects: fresh = freshCluster(), dump} = this.options;
		const objects = initialObjects(this.kernel, fresh, dump);
		store(this.etcd, objects);
		store(this.etcd, this.allocator.addresses.missing());
		this.allocator.repair();
		this.cacher.fill();
		yield* note('apiserver.start', {
			objects: objects.length,
			revision: this.etcd.revision,
			...(dump ? {dumped: dump.length} : {}),
		});
	}

	/** One stop for each API group. */
	*#install(): Routine {
		const groups = new Map<string, string[]>();
		for (const resource of resources) {
			if (!isServed(this.options.minor, resource)) {
				continue;
			}

			const {group, version, plural} = resource;
			const name = group === '' ? version : `${group}/${version}`;
			const list = groups.get(name) ?? [];
			list.push(plural);
			groups.set(name, list);
		}

		for (const [name, plurals] of groups) {
			yield* note('apiserver.start', {group: name, resources: plurals});
		}
	}

	*#repairClusterIPs(): Routine {
		for (;;) {
			yield* sleep(repairMs, {periodic: true});
			yield* this.allocator.addresses.repair();
		}
	}

	*#compact(): Routine {
		let behind = this.etcd.revision;
		for (;;) {
			yield* sleep(compactionMs, {periodic: true});
			const revision = behind;
			behind = this.etcd.revision;
			if (revision > this.etcd.compactRevision) {
				yield* this.etcd.compact(revision);
			}
		}
	}

	/** Replaces an object on behalf of the apiserver itself, without the request chain. @throws RequestFailure 404 or 409 */
	readonly writeInternally = (resource: string, object: KubernetesObject): Routine =>
		this.#updateInternally(resource, object);

	*#updateInternally(name: string, object: KubernetesObject): Routine {
		const resource = this.#resource(name);
		const {namespace, name: objectName, resourceVersion} = object.metadata;
		const key = registryKey(resource, namespace, objectName);
		const current = this.etcd.get(key);
		if (!current) {
			throw new RequestFailure(notFound(resource, objectName));
		}

		const modRevision = resourceVersion ? Number(resourceVersion) : current.modRevision;
		const result = yield* this.etcd.txn(
			[{key, modRevision}],
			[{type: 'put', key, value: object, lease: current.lease}],
		);
		if (!result.succeeded) {
			throw new RequestFailure(conflict(resource, objectName, modified));
		}
	}

	*#removeInternally(name: string, {metadata}: KubernetesObject): Routine {
		const key = registryKey(this.#resource(name), metadata.namespace, metadata.name);
		const current = this.etcd.get(key);
		if (current) {
			yield* this.etcd.txn([{key, modRevision: current.modRevision}], [{type: 'delete', key}]);
		}
	}

	#resource(name: string): Resource {
		const resource = resourceNamed(name);
		if (!resource) {
			throw new Error(`there is no resource ${name}`);
		}

		return resource;
	}

	*#createInternally(name: string, object: KubernetesObject): Routine {
		const resource = this.#resource(name);
		const {namespace, name: objectName} = object.metadata;
		yield* this.storage.create(
			registryKey(resource, namespace, objectName),
			resource,
			withMetadata(object, {uid: this.kernel.random('uid').uid(), creationTimestamp: this.kernel.timestamp()}),
			{dryRun: false},
		);
	}
}

/** The object with the revision of its write as resourceVersion. */
const stamp = (object: KubernetesObject, revision: number): KubernetesObject => {
	const metadata = copyOf(object.metadata);
	metadata.resourceVersion = String(revision);
	const stamped = copyOf(object);
	stamped.metadata = metadata;
	return stamped;
};
