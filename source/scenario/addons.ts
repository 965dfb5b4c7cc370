import {controlPlaneAddress, wellKnownAddress, type ClusterNetwork} from '../objects/cluster-network.js';
import {controlPlane} from '../objects/control-plane.js';
import type {SimulatedDeviceDriver} from '../objects/device-driver.js';
import {defaultDriver, type SimulatedDriver} from '../objects/csi.js';
import {familyOf} from '../objects/ip.js';
import {coreDNSObjects, dnsService} from './core-dns.js';

const csiDriver = ({name, attachRequired = true, ephemeral = false}: SimulatedDriver) => ({
	apiVersion: 'storage.k8s.io/v1',
	kind: 'CSIDriver',
	metadata: {name},
	spec: {
		attachRequired,
		podInfoOnMount: true,
		fsGroupPolicy: 'File',
		requiresRepublish: false,
		seLinuxMount: false,
		storageCapacity: false,
		volumeLifecycleModes: ephemeral ? ['Persistent', 'Ephemeral'] : ['Persistent'],
	},
});

const standardClass = {
	apiVersion: 'storage.k8s.io/v1',
	kind: 'StorageClass',
	metadata: {name: 'standard', annotations: {'storageclass.kubernetes.io/is-default-class': 'true'}},
	provisioner: defaultDriver.name,
	reclaimPolicy: 'Delete',
	volumeBindingMode: 'WaitForFirstConsumer',
	allowVolumeExpansion: true,
};

/** The objects of CSI drivers, by the path of their resource. The default driver is included with the default storage class. */
export const storageAddons = (drivers: readonly SimulatedDriver[]): Readonly<Record<string, readonly unknown[]>> => ({
	'/apis/storage.k8s.io/v1/csidrivers': drivers
		.filter(({hasObject = true}) => hasObject)
		.map((driver) => csiDriver(driver)),
	'/apis/storage.k8s.io/v1/storageclasses': drivers.some(({name}) => name === defaultDriver.name)
		? [standardClass]
		: [],
});

/** The DeviceClass of each driver of devices, by the path of their resource: it includes all devices of the driver. */
export const deviceAddons = (
	drivers: readonly Pick<SimulatedDeviceDriver, 'name'>[],
): Readonly<Record<string, readonly unknown[]>> => ({
	'/apis/resource.k8s.io/v1/deviceclasses': drivers.map(({name}) => ({
		apiVersion: 'resource.k8s.io/v1',
		kind: 'DeviceClass',
		metadata: {name},
		spec: {selectors: [{cel: {expression: `device.driver == '${name}'`}}]},
	})),
});

interface ServedPort {
	readonly name: string;
	readonly port: number;
	readonly protocol: 'TCP' | 'UDP';
}

/** The control plane's addresses behind a Service without Pods: its Endpoints, and its EndpointSlice. */
const servedBy = (ip: string, namespace: string, name: string, ports: readonly ServedPort[]) => ({
	endpoints: {
		apiVersion: 'v1',
		kind: 'Endpoints',
		metadata: {name, namespace, labels: {'endpointslice.kubernetes.io/skip-mirror': 'true'}},
		subsets: [{addresses: [{ip}], ports}],
	},
	slice: {
		apiVersion: 'discovery.k8s.io/v1',
		kind: 'EndpointSlice',
		metadata: {name, namespace, labels: {'kubernetes.io/service-name': name}},
		addressType: familyOf(ip),
		endpoints: [{addresses: [ip], conditions: {ready: true}}],
		ports,
	},
});

const apiserverAt = (ip: string) =>
	servedBy(ip, 'default', 'kubernetes', [{name: 'https', port: controlPlane.apiserverPort, protocol: 'TCP'}]);

const dnsAt = (ip: string) =>
	servedBy(ip, 'kube-system', 'kube-dns', [
		{name: 'dns', port: 53, protocol: 'UDP'},
		{name: 'dns-tcp', port: 53, protocol: 'TCP'},
	]);

/** CoreDNS in Pods. */
export interface CoreDNSOptions {
	readonly replicas?: number;
}

/** The objects that register metrics-server with the aggregation layer. */
export const metricsAddons: Readonly<Record<string, readonly unknown[]>> = {
	'/apis/apiregistration.k8s.io/v1/apiservices': [
		{
			apiVersion: 'apiregistration.k8s.io/v1',
			kind: 'APIService',
			metadata: {name: 'v1beta1.metrics.k8s.io', labels: {'k8s-app': 'metrics-server'}},
			spec: {
				service: {name: 'metrics-server', namespace: 'kube-system', port: 443},
				group: 'metrics.k8s.io',
				version: 'v1beta1',
				insecureSkipTLSVerify: true,
				groupPriorityMinimum: 100,
				versionPriority: 100,
			},
			status: {
				conditions: [
					{type: 'Available', status: 'True', reason: 'Passed', message: 'all checks passed', lastTransitionTime: null},
				],
			},
		},
	],
};

/**
The objects that a usual installation adds to a bare control plane, by the path of their resource: an ingress class, the Service of the
cluster's DNS, and the EndpointSlices of DNS and apiserver.

@param coreDNS whether it runs in Pods, not beside the apiserver.
*/
export const addons = (
	network: ClusterNetwork,
	coreDNS: CoreDNSOptions | undefined,
): Readonly<Record<string, readonly unknown[]>> => {
	const clusterIP = wellKnownAddress(network, 10);
	const ip = controlPlaneAddress(network);
	const served = coreDNS ? [apiserverAt(ip)] : [apiserverAt(ip), dnsAt(ip)];
	return {
		...(coreDNS ? coreDNSObjects(coreDNS.replicas ?? 2) : {}),
		'/apis/networking.k8s.io/v1/ingressclasses': [
			{
				apiVersion: 'networking.k8s.io/v1',
				kind: 'IngressClass',
				metadata: {name: 'nginx'},
				spec: {controller: 'k8s.io/ingress-nginx'},
			},
		],
		'/api/v1/services': [dnsService(clusterIP, coreDNS !== undefined)],
		'/api/v1/endpoints': served.map(({endpoints}) => endpoints),
		'/apis/discovery.k8s.io/v1/endpointslices': served.map(({slice}) => slice),
	};
};
