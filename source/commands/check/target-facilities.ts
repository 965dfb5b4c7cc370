import {defaultDriver, type SimulatedDriver} from '../../objects/csi.js';
import {dnsSubdomainErrors} from '../../objects/names.js';
import {isRecord} from '../../kernel/record.js';
import {nestedField, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {inlineCSIVolume, persistentCSIVolume, provisionerOf} from '../../objects/volume-sources.js';
import {needsArmor, withArmor} from './assumed-armor.js';
import {assumedImages, withNodeImages} from './assumed-images.js';
import type {Scenario} from '../../scenario/scenario.js';
import {assumedPools, podSpecOf, withPools, type NodeAsked} from './assumed-pools.js';
import {assumedTopology, withTopology} from './assumed-topology.js';
import {objectsIn, type GivenDocument} from './given-documents.js';

/** Storage classes that managed clusters and storage operators bring, and the provisioner of each. */
const storageClasses: Readonly<Record<string, readonly string[]>> = {
	'pd.csi.storage.gke.io': ['standard-rwo', 'premium-rwo'],
	'filestore.csi.storage.gke.io': ['standard-rwx', 'premium-rwx', 'enterprise-rwx', 'zonal-rwx'],
	'disk.csi.azure.com': ['default', 'managed', 'managed-csi', 'managed-premium', 'managed-csi-premium'],
	'file.csi.azure.com': ['azurefile', 'azurefile-csi', 'azurefile-premium', 'azurefile-csi-premium'],
	'ebs.csi.aws.com': ['gp2', 'gp3', 'ebs-sc'],
	'efs.csi.aws.com': ['efs-sc'],
	'dobs.csi.digitalocean.com': ['do-block-storage', 'do-block-storage-retain', 'do-block-storage-xfs'],
	'linodebs.csi.linode.com': ['linode-block-storage', 'linode-block-storage-retain'],
	'csi.hetzner.cloud': ['hcloud-volumes'],
	'blockvolume.csi.oraclecloud.com': ['oci-bv'],
	'rancher.io/local-path': ['local-path'],
	'microk8s.io/hostpath': ['microk8s-hostpath'],
	'docker.io/hostpath': ['hostpath'],
	'driver.longhorn.io': ['longhorn', 'longhorn-static'],
	'openebs.io/local': ['openebs-hostpath'],
	'rook-ceph.rbd.csi.ceph.com': ['rook-ceph-block', 'ceph-block'],
	'rook-ceph.cephfs.csi.ceph.com': ['rook-cephfs', 'ceph-filesystem'],
	'cluster.local/nfs-subdir-external-provisioner': ['nfs-client'],
};

/** Ingress classes that ingress controllers bring under their usual names, and the controller of each. */
const ingressClasses: Readonly<Record<string, readonly string[]>> = {
	'ingress.k8s.aws/alb': ['alb'],
	'azure/application-gateway': ['azure-application-gateway'],
	'webapprouting.kubernetes.azure.com/nginx': ['webapprouting.kubernetes.azure.com'],
	'alb.networking.azure.io/alb-controller': ['azure-alb-external'],
	'k8s.io/ingress-gce': ['gce', 'gce-internal'],
	'k8s.io/ingress-nginx': ['public'],
	'traefik.io/ingress-controller': ['traefik'],
	'haproxy-ingress.github.io/controller': ['haproxy'],
	'ingress-controllers.konghq.com/kong': ['kong'],
	'istio.io/ingress-controller': ['istio'],
	'cilium.io/ingress-controller': ['cilium'],
	'projectcontour.io/ingress-controller': ['contour'],
	'tailscale.com/ts-ingress': ['tailscale'],
	'openshift.io/ingress-to-route': ['openshift-default'],
};

const byName = (classes: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
	new Map(Object.entries(classes).flatMap(([maker, names]) => names.map((name) => [name, maker] as const)));

const makers = {StorageClass: byName(storageClasses), IngressClass: byName(ingressClasses)} as const;

/** A class that a document names, that no file defines, and that many clusters have. */
export interface AssumedClass {
	readonly by: GivenDocument;
	readonly kind: keyof typeof makers;
	readonly name: string;
	/** The provisioner or controller behind it. */
	readonly maker: string;
}

/** The classes of volumes that a document names: of claims, of a StatefulSet's claims, and of its Pods' own. */
const volumeClassesOf = (document: GivenDocument): readonly string[] =>
	[
		...(document.kind === 'PersistentVolumeClaim' ? [document.value] : []),
		...nestedSlice(document.value, 'spec', 'volumeClaimTemplates'),
		...nestedSlice(podSpecOf(document), 'volumes').map((volume) =>
			nestedField(volume, 'ephemeral', 'volumeClaimTemplate'),
		),
	].flatMap((claim) => nestedString(claim, 'spec', 'storageClassName') ?? []);

/** The class that an Ingress names. */
const ingressClassOf = ({kind, value}: GivenDocument): string | undefined =>
	kind === 'Ingress' ? nestedString(value, 'spec', 'ingressClassName') : undefined;

/** The classes that many clusters have, where a document names one and no document defines it. The place is in the first document that names the class. */
export const assumedClasses = (documents: readonly GivenDocument[]): readonly AssumedClass[] => {
	const defined = new Set(documents.map(({kind, name}) => `${kind} ${name}`));
	const found = new Map<string, AssumedClass>();
	const add = (by: GivenDocument, kind: AssumedClass['kind'], name: string): void => {
		const maker = makers[kind].get(name);
		const key = `${kind} ${name}`;
		if (maker !== undefined && !defined.has(key) && !found.has(key)) {
			found.set(key, {by, kind, name, maker});
		}
	};

	for (const document of documents) {
		for (const name of volumeClassesOf(document)) {
			add(document, 'StorageClass', name);
		}

		const ingressClass = ingressClassOf(document);
		if (ingressClass !== undefined) {
			add(document, 'IngressClass', ingressClass);
		}
	}

	return [...found.values()];
};

/** Whether a document names a class. */
export const namesClass = (document: GivenDocument, {kind, name}: AssumedClass): boolean =>
	kind === 'StorageClass' ? volumeClassesOf(document).includes(name) : ingressClassOf(document) === name;

/** The class as a manifest, in JSON. */
export const classText = ({kind, name, maker}: AssumedClass): string =>
	JSON.stringify(
		kind === 'StorageClass'
			? {
					apiVersion: 'storage.k8s.io/v1',
					kind,
					metadata: {name},
					provisioner: maker,
					volumeBindingMode: 'WaitForFirstConsumer',
					allowVolumeExpansion: true,
				}
			: {apiVersion: 'networking.k8s.io/v1', kind, metadata: {name}, spec: {controller: maker}},
	);

/** A driver of volumes that documents need, and that the scenario lacks. */
export interface AssumedDriver {
	readonly by: GivenDocument;
	readonly name: string;
	/** A Pod names a volume of it inline. */
	readonly ephemeral: boolean;
}

/** The most drivers that are assumed: more than an application uses. */
const mostDrivers = 8;

/** The drivers of volumes that documents request by classes and volumes, and that the scenario lacks. */
export const assumedDrivers = (
	documents: readonly GivenDocument[],
	classes: readonly AssumedClass[],
	{csiDrivers}: Pick<Scenario, 'csiDrivers'>,
): readonly AssumedDriver[] => {
	const known = new Set([defaultDriver.name, 'kubernetes.io/no-provisioner', '', ...csiDrivers.map(({name}) => name)]);
	const found = new Map<string, AssumedDriver>();
	const add = (by: GivenDocument, wanted: string | undefined, ephemeral = false): void => {
		const name = provisionerOf(wanted ?? '');
		const before = found.get(name);
		if (!known.has(name)) {
			found.set(name, {by: before?.by ?? by, name, ephemeral: ephemeral || (before?.ephemeral ?? false)});
		}
	};

	for (const {by, kind, maker} of classes) {
		if (kind === 'StorageClass') {
			add(by, maker);
		}
	}

	for (const document of documents) {
		if (document.kind === 'StorageClass') {
			add(document, nestedString(document.value, 'provisioner'));
		} else if (document.kind === 'PersistentVolume') {
			const spec = nestedField(document.value, 'spec');
			add(document, isRecord(spec) ? persistentCSIVolume(spec)?.driver : undefined);
		}

		for (const volume of nestedSlice(podSpecOf(document), 'volumes')) {
			add(document, nestedString(volume, 'csi', 'driver'), true);
			add(document, isRecord(volume) ? inlineCSIVolume({name: '', ...volume})?.driver : undefined);
		}
	}

	return [...found.values()].slice(0, mostDrivers);
};

/** An NFS server that documents name. */
export interface AssumedServer {
	readonly by: GivenDocument;
	readonly name: string;
}

/** Whether a host is outside the cluster. */
const isOutside = (name: string, documents: readonly GivenDocument[]): boolean =>
	/^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i.test(name) &&
	!/\.svc(?:\.|$)/.test(name) &&
	!documents.some(
		(one) =>
			one.kind === 'Service' &&
			(one.name === name.split('.')[0] || nestedString(one.value, 'spec', 'clusterIP') === name),
	);

/** The NFS servers outside the cluster that volumes name, and that the scenario lacks. */
export const assumedServers = (
	documents: readonly GivenDocument[],
	{nfsServers = []}: Pick<Scenario, 'nfsServers'>,
): readonly AssumedServer[] => {
	const found = new Map<string, AssumedServer>();
	for (const by of documents) {
		const volumes = [
			...nestedSlice(podSpecOf(by), 'volumes'),
			...(by.kind === 'PersistentVolume' ? [nestedField(by.value, 'spec')] : []),
		];
		for (const volume of volumes) {
			const name = nestedString(volume, 'nfs', 'server') ?? '';
			if (!found.has(name) && !nfsServers.includes(name) && isOutside(name, documents)) {
				found.set(name, {by, name});
			}
		}
	}

	return [...found.values()];
};

/** Drivers and nodes that a part needs beyond the scenario. */
export interface Assumed {
	readonly drivers: ReadonlyArray<
		Pick<AssumedDriver, 'name' | 'ephemeral'> & {
			/** The documents have its CSIDriver. */
			readonly isDescribed: boolean;
		}
	>;
	/** NFS servers outside the cluster. */
	readonly servers: readonly string[];
	/** Nodes enforce AppArmor. */
	readonly isArmored: boolean;
	/** Images that are on the nodes. */
	readonly images: readonly string[];
	readonly pools: readonly NodeAsked[];
	/** Labels of zones and regions. */
	readonly topology: readonly string[];
}

/** Drivers and nodes that documents need beyond a scenario. @param classes that are assumed */
export const assumedOf = (
	documents: readonly GivenDocument[],
	classes: readonly AssumedClass[],
	scenario: Scenario,
): Assumed => {
	const used = classes.filter((one) => documents.some((document) => namesClass(document, one)));
	return {
		drivers: assumedDrivers(documents, used, scenario).map(({name, ephemeral}) => ({
			name,
			ephemeral,
			isDescribed: documents.flatMap(objectsIn).some((one) => one.kind === 'CSIDriver' && one.name === name),
		})),
		servers: assumedServers(documents, scenario).map(({name}) => name),
		isArmored: needsArmor(documents, scenario) !== undefined,
		images: assumedImages(documents).map(({name}) => name),
		pools: assumedPools(documents, scenario).map(({labels, requests}) => ({labels, requests})),
		topology: assumedTopology(documents, scenario).map(({key}) => key),
	};
};

/** A driver that makes volumes for a provisioner. Drivers older than CSI have names that no CSI driver can have. */
const driverNamed = (provisioner: string): SimulatedDriver =>
	dnsSubdomainErrors(provisioner).length === 0
		? {name: provisioner}
		: {
				name: provisioner
					.toLowerCase()
					.replaceAll(/[^a-z\d.-]+/g, '.')
					.replaceAll(/^[.-]+|[.-]+$/g, ''),
				provisioner,
				attachRequired: false,
			};

/** A scenario with the drivers and nodes that parts need. */
export const withAssumed = (scenario: Scenario, assumed: readonly Assumed[]): Scenario => {
	const drivers = assumed.flatMap((one) => one.drivers);
	const inline = new Set(drivers.flatMap(({name, ephemeral}) => (ephemeral ? name : [])));
	const described = new Set(drivers.flatMap(({name, isDescribed}) => (isDescribed ? name : [])));
	const added = [...new Set(drivers.map(({name}) => name))].map((name) => ({
		...driverNamed(name),
		...(inline.has(name) ? {ephemeral: true} : {}),
		...(described.has(name) ? {hasObject: false} : {}),
	}));
	const servers = [...new Set(assumed.flatMap((one) => one.servers))];
	const pooled = withPools(
		{
			...scenario,
			...(added.length === 0 ? {} : {csiDrivers: [...scenario.csiDrivers, ...added]}),
			...(servers.length === 0 ? {} : {nfsServers: [...(scenario.nfsServers ?? []), ...servers]}),
		},
		assumed.flatMap(({pools}) => pools),
	);
	const spread = withTopology(pooled, [...new Set(assumed.flatMap(({topology}) => topology))]);
	const loaded = withNodeImages(spread, [...new Set(assumed.flatMap(({images}) => images))]);
	return assumed.some(({isArmored}) => isArmored) ? withArmor(loaded) : loaded;
};
