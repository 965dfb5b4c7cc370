import type {PagePlay} from './page.js';

const twoNodes = {nodes: [{name: 'node-a'}, {name: 'node-b'}]};

const affine = (name: string, affinity: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], affinity: {nodeAffinity: {${affinity}}}}\n`;

const wantsFast = 'matchExpressions: [{key: speed, operator: In, values: [fast]}]';

const storageClass = (name: string, isDefault: boolean): string =>
	`apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: ${name}, annotations: {storageclass.kubernetes.io/is-default-class: '${isDefault}'}}\nprovisioner: example.com/disks\n`;

const claim = (name: string, mode: string, storage: string): string =>
	`apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [${mode}], storageClassName: manual, volumeName: disk, resources: {requests: {storage: ${storage}}}}\n`;

/** Plays of the pages below `tasks` about nodes, volumes and the reasons of a failure. */
export const nodePlays: readonly PagePlay[] = [
	{
		page: 'tasks/configure-pod-container/assign-pods-nodes',
		scenario: twoNodes,
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: quick}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], nodeSelector: {speed: fast}}\n",
			'named.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: named}\nspec: {containers: [{name: c, image: 'nginx:1.27'}], nodeName: node-a}\n",
		},
		steps: `
$ get nodes --show-labels
> kubernetes.io/hostname=node-a
! speed=fast
$ label nodes node-b speed=fast
> node/node-b labeled
$ get nodes --show-labels -l speed=fast
> node-b Ready
> speed=fast
! node-a
$ apply -f pod.yaml
$ apply -f named.yaml
~ 10
$ get pods --output=wide
> named 1/1 Running 0 10s 10.244.1.2 node-a
> quick 1/1 Running 0 10s 10.244.2.2 node-b
`,
	},
	{
		page: 'tasks/configure-pod-container/assign-pods-nodes-using-node-affinity',
		scenario: twoNodes,
		files: {
			'must.yaml': affine(
				'must',
				`requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{${wantsFast}}]}`,
			),
			'likes.yaml': affine(
				'likes',
				`preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, preference: {${wantsFast}}}]`,
			),
		},
		steps: `
$ label nodes node-b speed=fast
> node/node-b labeled
$ get nodes --show-labels
> speed=fast
$ apply -f must.yaml
~ 10
$ get pod must --output=wide
> must 1/1 Running
> node-b
$ apply -f likes.yaml
~ 10
$ get pod likes --output=wide
> likes 1/1 Running
> node-b
`,
	},
	{
		page: 'tasks/administer-cluster/change-default-storage-class',
		files: {'classes.yaml': `${storageClass('slow', true)}---\n${storageClass('gold', false)}`},
		steps: `
$ apply -f classes.yaml
$ get storageclass
> slow (default) example.com/disks
! gold (default)
$ patch storageclass slow -p '{"metadata": {"annotations":{"storageclass.kubernetes.io/is-default-class":"false"}}}'
> storageclass.storage.k8s.io/slow patched
$ patch storageclass gold -p '{"metadata": {"annotations":{"storageclass.kubernetes.io/is-default-class":"true"}}}'
$ get storageclass
> gold (default) example.com/disks
! slow (default)
`,
	},
	{
		page: 'tasks/administer-cluster/change-pv-reclaim-policy',
		files: {
			'disk.yaml':
				'apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec: {capacity: {storage: 4Gi}, accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Delete, storageClassName: manual, hostPath: {path: /data}}\n---\napiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: mine}\nspec: {accessModes: [ReadWriteOnce], storageClassName: manual, resources: {requests: {storage: 4Gi}}}\n',
		},
		steps: `
$ apply -f disk.yaml
~ 10
$ get pv
> disk 4Gi RWO Delete Bound default/mine manual
$ patch pv disk -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'
> persistentvolume/disk patched
$ get pv
> disk 4Gi RWO Retain Bound default/mine manual
$ delete pvc mine
~ 10
$ get pv
> disk 4Gi RWO Retain Released default/mine manual
`,
	},
	{
		page: 'tasks/configure-pod-container/configure-projected-volume-storage',
		files: {
			'user.txt': 'ann',
			'pass.txt': 'sesame',
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: all-in-one}
spec:
  containers: [{name: c, image: 'busybox:1.37', args: [sleep, '86400'], volumeMounts: [{name: all, mountPath: /all, readOnly: true}]}]
  volumes: [{name: all, projected: {sources: [{secret: {name: user}}, {secret: {name: pass}}]}}]
`,
		},
		steps: `
$ create secret generic user --from-file=./user.txt
> secret/user created
$ create secret generic pass --from-file=./pass.txt
$ apply -f pod.yaml
~ 10
$ get pod all-in-one
> all-in-one 1/1 Running
$ exec all-in-one -- ls /all/
> pass.txt user.txt
$ delete pod all-in-one
$ delete secret user pass
> secret "user" deleted
> secret "pass" deleted
`,
	},
	{
		page: 'tasks/debug/debug-application/determine-reason-pod-failure',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: last-words}\nspec: {containers: [{name: c, image: 'debian:12', command: [/bin/sh], args: [-c, sleep 10 && echo Time is up > /dev/termination-log]}]}\n",
		},
		steps: `
$ apply -f pod.yaml
~ 10
$ get pod last-words
> 1/1 Running
~ 12
$ get pod last-words --output=yaml
> lastState: terminated:
> exitCode: 0
> message: | Time is up
$ get pod last-words -o go-template="{{range .status.containerStatuses}}{{.lastState.terminated.message}}{{end}}"
> Time is up
$ get pod last-words -o go-template='{{range .status.containerStatuses}}{{printf "%s:\\n%s\\n\\n" .name .lastState.terminated.message}}{{end}}'
> c: Time is up
`,
	},
	{
		page: 'tasks/debug/debug-application/debug-init-containers',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: slow}\nspec: {initContainers: [{name: first, image: 'busybox:1.37', command: [sh, -c, echo first]}, {name: second, image: 'busybox:1.37', command: [sh, -c, echo second is here; sleep 2; exit 1]}], containers: [{name: c, image: 'nginx:1.27'}]}\n",
		},
		steps: `
$ apply -f pod.yaml
~ 4
$ get pod slow
> 0/1 Init:1/2
~ 72
$ get pod slow
> Init:CrashLoopBackOff
$ describe pod slow
> Reason: Completed Exit Code: 0
> State: Waiting Reason: CrashLoopBackOff Last State: Terminated Reason: Error Exit Code: 1
$ get pod slow --template '{{.status.initContainerStatuses}}'
> name:first
$ logs slow -c second
> second is here
`,
	},
	{
		page: 'tasks/network/customize-hosts-file-for-pods',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: aliased}\nspec: {restartPolicy: Never, hostAliases: [{ip: 127.0.0.1, hostnames: [near.example, here.example]}, {ip: 192.0.2.3, hostnames: [far.example]}], containers: [{name: c, image: 'busybox:1.37', command: [cat], args: [/etc/hosts]}]}\n",
		},
		steps: `
$ run nginx --image nginx
> pod/nginx created
~ 10
$ get pods --output=wide
> nginx 1/1 Running 0 10s 10.244.1.2
$ exec nginx -- cat /etc/hosts
> # Kubernetes-managed hosts file. 127.0.0.1 localhost ::1 localhost ip6-localhost ip6-loopback fe00::0 ip6-localnet fe00::0 ip6-mcastprefix fe00::1 ip6-allnodes fe00::2 ip6-allrouters 10.244.1.2 nginx
$ apply -f pod.yaml
~ 10
$ get pod --output=wide
> aliased 0/1 Completed
$ logs aliased
> aliased # Entries added by HostAliases. 127.0.0.1 near.example here.example 192.0.2.3 far.example
`,
	},
	{
		page: 'tasks/administer-cluster/change-pv-access-mode-readwriteoncepod',
		files: {
			'disk.yaml': `apiVersion: v1\nkind: PersistentVolume\nmetadata: {name: disk}\nspec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Delete, storageClassName: manual, csi: {driver: disks.example.com, volumeHandle: one}}\n---\n${claim('cats', 'ReadWriteOnce', '1Gi')}`,
			'alone.yaml': claim('cats', 'ReadWriteOncePod', '1Gi'),
		},
		steps: `
$ apply -f disk.yaml
~ 5
$ get pvc cats -o jsonpath='{.spec.volumeName}'
> disk
$ patch pv disk -p '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}'
> persistentvolume/disk patched
$ delete pvc cats
$ patch pv disk -p '{"spec":{"claimRef":{"uid":""}}}'
$ patch pv disk -p '{"spec":{"accessModes":["ReadWriteOncePod"]}}'
> persistentvolume/disk patched
$ apply -f alone.yaml
~ 5
$ get pvc cats
> cats Bound disk 1Gi RWOP manual
$ patch pv disk -p '{"spec":{"persistentVolumeReclaimPolicy":"Delete"}}'
$ get pv disk
> disk 1Gi RWOP Delete Bound default/cats manual
`,
	},
	{
		page: 'tasks/administer-cluster/limit-storage-consumption',
		files: {
			'limits.yaml':
				"apiVersion: v1\nkind: LimitRange\nmetadata: {name: sizes}\nspec: {limits: [{type: PersistentVolumeClaim, max: {storage: 2Gi}, min: {storage: 1Gi}}]}\n---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: cap}\nspec: {hard: {persistentvolumeclaims: '5', requests.storage: 5Gi}}\n",
			'large.yaml': claim('large', 'ReadWriteOnce', '10Gi'),
			'one.yaml': claim('one', 'ReadWriteOnce', '2Gi'),
			'two.yaml': claim('two', 'ReadWriteOnce', '2Gi'),
			'three.yaml': claim('three', 'ReadWriteOnce', '2Gi'),
		},
		steps: `
$ apply -f limits.yaml
> limitrange/sizes created resourcequota/cap created
~ 5
$ apply -f large.yaml
> persistentvolumeclaims "large" is forbidden: maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 10Gi
exit 1
$ apply -f one.yaml
$ apply -f two.yaml
$ apply -f three.yaml
> persistentvolumeclaims "three" is forbidden: exceeded quota: cap, requested: requests.storage=2Gi, used: requests.storage=4Gi, limited: requests.storage=5Gi
exit 1
`,
	},
];
