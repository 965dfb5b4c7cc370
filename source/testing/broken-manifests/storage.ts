import {type BrokenManifest, indent, pod, deployment, main, volume, files, mounted} from './templates.js';

const claim = (more: string): string =>
	`apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\nspec:\n  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: 1Gi\n${more === '' ? '' : `${indent(more, 2)}\n`}`;

/** A claim, class or volume is at fault. */
export const storage: readonly BrokenManifest[] = [
	{
		title: 'runtime class: it does not exist',
		manifest: deployment(`runtimeClassName: gvisor\n${main()}`),
		says: [
			'RuntimeClass "gvisor" not found',
			'spec.template.spec.runtimeClassName',
			'apply the RuntimeClass first',
			'- runtimeClassName: gvisor',
		],
	},
	{
		title: 'runtime class: a handler that no node has',
		manifest: files(
			'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: {name: gvisor}\nhandler: runsc\n',
			deployment(`runtimeClassName: gvisor\n${main()}`),
		),
		says: ['no runtime for "runsc" is configured', 'spec.template.spec.runtimeClassName', '- runtimeClassName: gvisor'],
	},
	{
		title: 'claim: it does not exist',
		manifest: deployment(mounted('persistentVolumeClaim:\n  claimName: data')),
		says: [
			'persistentvolumeclaim "data" not found',
			'claimName',
			'works',
			'+ kind: PersistentVolumeClaim',
			'+   name: data',
			'+   accessModes: [ReadWriteOnce]',
		],
	},
	{
		title: 'claim: a typo of one that exists',
		manifest: files(claim(''), pod(mounted('persistentVolumeClaim:\n  claimName: dta'))),
		says: ['claimName', 'data'],
	},
	{
		title: 'claim: a snapshot that does not exist',
		manifest: files(
			claim('dataSource: {apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: backup}'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: [
			'error getting handle for DataSource Type VolumeSnapshot by Name backup: error getting snapshot backup from api server',
			'spec.dataSource.name',
		],
		never: ['PersistentVolume matches'],
	},
	{
		title: 'claim: a copy of a claim, with a typo',
		manifest: files(
			claim('').replace('name: data', 'name: original'),
			claim('dataSource: {kind: PersistentVolumeClaim, name: orignal}'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: ['persistentvolumeclaim "orignal" not found', 'spec.dataSource.name', 'Did you mean original?'],
	},
	{
		title: 'claim: a class that does not exist',
		manifest: files(claim('storageClassName: fast'), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
		says: ['storageclass.storage.k8s.io "fast" not found', 'storageClassName', 'standard'],
	},
	{
		title: 'claim: a class whose provisioner nobody runs',
		manifest: files(
			'apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata:\n  name: fast\nprovisioner: example.com/fast\n',
			claim('storageClassName: fast'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: ['example.com/fast'],
	},
	{
		title: 'claim: bound',
		manifest: files(claim(''), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
	},
	{
		title: 'claim: of a Pod that names its node itself',
		manifest: files(claim(''), pod(`nodeName: node-a\n${mounted('persistentVolumeClaim:\n  claimName: data')}`)),
		says: ['PVC is not bound', 'spec.nodeName', '+ nodeSelector: {kubernetes.io/hostname: node-a}'],
	},
	{
		title: 'claim: names a volume that does not exist',
		manifest: claim('volumeName: disk'),
		says: [
			'Pending: it names the volume disk, which does not exist',
			'volumeName',
			"The cluster's PersistentVolumes: none.",
		],
	},
	{
		title: 'claim: names a volume that is too small',
		manifest: files(volume('disk', '500Mi'), claim('storageClassName: ""\nvolumeName: disk')),
		says: [
			'Cannot bind to requested volume "disk": requested PV is too small',
			'spec.resources.requests.storage',
			'works',
			'500Mi',
		],
	},
	{
		title: 'claim: names a volume, with a typo',
		manifest: files(volume('disk', '1Gi'), claim('storageClassName: ""\nvolumeName: dsik')),
		says: ['it names the volume dsik', '+ volumeName: disk'],
	},
	{
		title: 'claim: names a volume that is there',
		manifest: files(volume('disk', '1Gi'), claim('storageClassName: ""\nvolumeName: disk')),
	},
	{
		title: 'claim: without a class, and no volume fits',
		manifest: files(claim('storageClassName: ""'), pod(mounted('persistentVolumeClaim:\n  claimName: data'))),
		says: ['storageClassName'],
	},
	{
		title: 'claim: the name of its volume is a slip',
		manifest: files(
			volume('pv-data', '1Gi'),
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data}\nspec:\n  storageClassName: ""\n  volumeName: pv-dta\n  accessModes: [ReadWriteOnce]\n  resources: {requests: {storage: 1Gi}}\n',
		),
		says: ['it names the volume pv-dta', 'works', '+ volumeName: pv-data'],
		never: ['or  '],
	},
	{
		title: 'volume: a git repository, which the kubelet does not clone any more',
		manifest: pod(
			`${main('volumeMounts: [{name: g, mountPath: /g}]')}volumes: [{name: g, gitRepo: {repository: "https://example.com/x.git"}}]`,
		),
		says: ['git-repo volume plugin has been disabled'],
	},
	{
		title: "volume: on another node than the Pod's selector",
		manifest: files(
			volume('disk', '1Gi').replace(
				'spec:\n',
				'spec:\n  nodeAffinity:\n    required:\n      nodeSelectorTerms:\n      - matchExpressions:\n        - {key: kubernetes.io/hostname, operator: In, values: [node-a]}\n',
			),
			claim('storageClassName: ""\nvolumeName: disk'),
			pod(`nodeSelector: {kubernetes.io/hostname: node-b}\n${mounted('persistentVolumeClaim:\n  claimName: data')}`),
		),
		nodes: [{name: 'node-a'}, {name: 'node-b'}],
		says: [
			'spec.nodeSelector[kubernetes.io/hostname]',
			'The volume disk can be reached only from nodes with kubernetes.io/hostname node-a.',
			'works',
			'node-a',
		],
	},
	{
		title: 'volume: on a node that the cluster does not have',
		manifest: files(
			volume('disk', '1Gi').replace(
				'spec:\n',
				'spec:\n  nodeAffinity:\n    required:\n      nodeSelectorTerms:\n      - matchExpressions:\n        - {key: kubernetes.io/hostname, operator: In, values: [node-1]}\n',
			),
			claim('storageClassName: ""\nvolumeName: disk'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: [
			'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].',
			'The volume disk can be reached only from nodes with kubernetes.io/hostname node-1.',
			'works',
			'node-a',
		],
	},
	{
		title: 'claim: with a selector, for which the default class makes no volume',
		manifest: files(
			volume('disk', '1Gi').replace('  name: disk\n', '  name: disk\n  labels: {disk: one}\n'),
			claim('selector: {matchLabels: {disk: one}}'),
			pod(mounted('persistentVolumeClaim:\n  claimName: data')),
		),
		says: [
			'stuck: persistentvolumeclaim/default/data, pod/default/web',
			'claim Selector is not supported',
			'spec.selector',
			'works',
			'storageClassName: ""',
		],
	},
	{
		title: 'claim: its class by the annotation of old',
		manifest: claim('').replace(
			'  name: data\n',
			'  name: data\n  annotations: {volume.beta.kubernetes.io/storage-class: fast}\n',
		),
		says: ['"fast" not found', 'metadata.annotations[volume.beta.kubernetes.io/storage-class]', 'works', ': standard}'],
	},
	{
		title: 'claim: its class by the annotation of old, and it waits for a Pod',
		manifest: claim('').replace(
			'  name: data\n',
			'  name: data\n  annotations: {volume.beta.kubernetes.io/storage-class: standard}\n',
		),
		says: ['WaitForFirstConsumer'],
		code: 0,
	},
	{
		title: 'claims: three templates of a StatefulSet name one class that is missing',
		manifest: `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n  serviceName: web\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n${indent(main('volumeMounts: [{name: b, mountPath: /b}, {name: a, mountPath: /a}]'), 6)}\n  volumeClaimTemplates:\n  - metadata: {name: b}\n    spec: {accessModes: [ReadWriteOnce], storageClassName: fast, resources: {requests: {storage: 1Gi}}}\n  - metadata: {name: a}\n    spec: {accessModes: [ReadWriteOnce], storageClassName: fast, resources: {requests: {storage: 1Gi}}}\n`,
		says: ['"fast" not found', 'spec.volumeClaimTemplates[0].spec.storageClassName'],
		never: ['a-web-0, persistentvolumeclaim/default/b-web-0'],
	},
	{
		title: 'claim: ReadWriteOncePod for two replicas',
		manifest: files(
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: data\nspec:\n  accessModes: [ReadWriteOncePod]\n  resources: {requests: {storage: 1Gi}}\n',
			deployment(mounted('persistentVolumeClaim: {claimName: data}'), 2),
		),
		says: [':6:3  spec.accessModes', 'is used by one Pod at a time', 'works', 'ReadWriteOnce]'],
	},
	{
		title:
			'volume: a node that the cluster lacks, written in a PersistentVolume beside a Deployment of another namespace',
		before: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n',
		manifest: files(
			'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec:\n  storageClassName: manual\n  accessModes: [ReadWriteOnce]\n  capacity: {storage: 1Gi}\n  local: {path: /srv}\n  nodeAffinity:\n    required:\n      nodeSelectorTerms:\n      - matchExpressions:\n        - {key: kubernetes.io/hostname, operator: In, values: [worker-1]}\n',
			'apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: data, namespace: shop}\nspec: {storageClassName: manual, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}\n',
			deployment(mounted('persistentVolumeClaim: {claimName: data}')).replace(
				'  name: web\n',
				'  name: web\n  namespace: shop\n',
			),
		),
		says: ['spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].', 'works', 'values: [node-a]'],
	},
	{
		title: 'volume: a folder that the node does not have',
		manifest: pod(mounted('hostPath: {path: /srv/none, type: Directory}')),
		says: ['is not a directory', '+ hostPath: {path: /srv/none, type: DirectoryOrCreate}'],
	},
];
