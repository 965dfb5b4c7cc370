import {type BrokenManifest, pod, main, files} from './templates.js';

const gpus = [
	{name: 'gpu.example.com', devices: [{name: 'gpu-0', attributes: {model: 'T4'}, capacity: {memory: '16Gi'}}]},
];

const deviceClaim = (model: string, deviceClass = 'gpu.example.com', count = 1): string =>
	`apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata:\n  name: gpu\nspec:\n  devices:\n    requests:\n    - name: gpu\n      exactly:\n        deviceClassName: ${deviceClass}\n        count: ${count}\n        selectors:\n        - cel: {expression: "device.attributes['gpu.example.com'].model == '${model}'"}\n`;

const claiming = (from: string): string =>
	`${main('resources:\n  claims:\n  - name: gpu')}resourceClaims:\n- name: gpu\n  ${from}\n`;

/** A device that a Pod claims is at fault. */
export const devices: readonly BrokenManifest[] = [
	{
		title: 'device: one that a node has',
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
	},
	{
		title: 'device: a claim that does not exist',
		manifest: pod(claiming('resourceClaimName: gpu')),
		deviceDrivers: gpus,
		says: [
			'resourceclaim.resource.k8s.io "gpu" not found',
			'spec.resourceClaims[0].resourceClaimName',
			'Apply a ResourceClaim named gpu in the namespace default.',
		],
	},
	{
		title: 'device: a typo of a claim',
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpo'))),
		deviceDrivers: gpus,
		says: ['resourceclaim.resource.k8s.io "gpo" not found', 'Did you mean gpu?', '+ resourceClaimName: gpu'],
	},
	{
		title: 'device: a template that does not exist',
		manifest: pod(claiming('resourceClaimTemplateName: gpu')),
		deviceDrivers: gpus,
		says: ['FailedResourceClaimCreation', 'Apply a ResourceClaimTemplate named gpu in the namespace default.'],
		never: ['no event'],
	},
	{
		title: 'device: none has the attribute',
		manifest: files(deviceClaim('A100'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['cannot allocate all claims', 'gpu.example.com/node-a/gpu-0 does not meet the selector device.attributes'],
	},
	{
		title: 'device: more than there are',
		manifest: files(deviceClaim('T4', 'gpu.example.com', 2), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['cannot allocate all claims', 'gpu.example.com/node-a/gpu-0 fits, but the Pod needs more devices'],
	},
	{
		title: 'device: a typo of a class',
		manifest: files(deviceClaim('T4', 'gpu.exmple.com'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['device class gpu.exmple.com does not exist', 'Did you mean gpu.example.com?'],
	},
	{
		title: 'device: nobody publishes any',
		manifest: files(
			'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: gpu.example.com\nspec: {}\n',
			deviceClaim('T4'),
			pod(claiming('resourceClaimName: gpu')),
		),
		says: ['cannot allocate all claims', 'No driver has published a device'],
	},
	{
		title: 'device: its driver is not there',
		manifest: files(
			'apiVersion: resource.k8s.io/v1\nkind: DeviceClass\nmetadata:\n  name: gpu.example.com\nspec: {}\n',
			'apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata:\n  name: gpus\nspec: {driver: gpu.example.com, nodeName: node-a, pool: {name: node-a, generation: 1, resourceSliceCount: 1}, devices: [{name: gpu-0, attributes: {model: {string: T4}}}]}\n',
			deviceClaim('T4'),
			pod(claiming('resourceClaimName: gpu')),
		),
		says: ['DRA driver gpu.example.com is not registered', 'No plug-in of the driver gpu.example.com runs on node-a'],
	},
	{
		title: 'device: it is taken',
		before: files(
			deviceClaim('T4').replace('name: gpu', 'name: other'),
			pod(claiming('resourceClaimName: other'), 'first'),
		),
		manifest: files(deviceClaim('T4'), pod(claiming('resourceClaimName: gpu'))),
		deviceDrivers: gpus,
		says: ['gpu.example.com/node-a/gpu-0 fits, but is allocated to claim default/other.'],
	},
];
