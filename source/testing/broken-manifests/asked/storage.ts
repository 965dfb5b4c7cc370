import {threeNodes, type BrokenManifest} from '../templates.js';

/** A volume or a claim is at fault. */
export const askedStorage: readonly BrokenManifest[] = [
	{
		title: 'volume: one for one node, wanted on two',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}
      containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: s, mountPath: /data}]}]
      volumes: [{name: s, persistentVolumeClaim: {claimName: data}}]
`,
		says: ['Multi-Attach error', 'spec.template.spec.volumes[0]', 'one node at a time', '+ replicas: 1'],
	},
	{
		title: 'finalizer: a claim that a Pod uses',
		manifest: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: s, mountPath: /data}]}]
  volumes: [{name: s, persistentVolumeClaim: {claimName: data}}]
`,
		commands: ['delete pvc data --wait=false'],
		says: ['kubernetes.io/pvc-protection', 'The Pod web uses it', 'works    kubectl delete pod web'],
		never: ['"finalizers":null'],
	},
	{
		title: 'exit: a volume of root',
		manifest: `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: Pod
metadata: {name: pg}
spec:
  securityContext: {runAsUser: 1000}
  containers:
  - name: a
    image: busybox:1.36
    command: [sh, -c, "touch /data/x || exit 1; sleep infinity"]
    volumeMounts: [{name: s, mountPath: /data}]
  volumes: [{name: s, persistentVolumeClaim: {claimName: data}}]
`,
		says: ['Permission denied', 'fsGroup: 1000'],
	},
	{
		title: 'claim: an access mode that its volume does not have',
		manifest: `apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec: {accessModes: [ReadWriteOnce], capacity: {storage: 5Gi}, hostPath: {path: /srv}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {storageClassName: "", accessModes: [ReadWriteMany], resources: {requests: {storage: 1Gi}}}
`,
		says: ['spec.accessModes', 'accessModes: [ReadWriteOnce]'],
	},
	{
		title: 'claim: a typo of the class of a volume',
		manifest: `apiVersion: v1
kind: PersistentVolume
metadata: {name: pv1}
spec: {storageClassName: manual, accessModes: [ReadWriteOnce], capacity: {storage: 5Gi}, hostPath: {path: /srv}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {storageClassName: manuel, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`,
		says: ['spec.storageClassName', 'storageClassName: manual'],
	},
	{
		title: 'claim: the class of an ephemeral volume',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /data}]}]
  volumes:
  - name: data
    ephemeral:
      volumeClaimTemplate:
        spec:
          accessModes: [ReadWriteOnce]
          storageClassName: longhorn
          resources: {requests: {storage: 1Gi}}
`,
		says: [
			'storageclass.storage.k8s.io "longhorn" not found',
			':12:11 spec.volumes[0].ephemeral.volumeClaimTemplate.spec.storageClassName',
			'storageClassName: standard',
		],
	},
	{
		title: 'mount: a medium of an emptyDir that the kubelet does not know',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers: [{name: web, image: "nginx:1.27", volumeMounts: [{name: shm, mountPath: /dev/shm}]}]
  volumes: [{name: shm, emptyDir: {medium: memory}}]
`,
		says: [
			'MountVolume.SetUp failed for volume "shm" : unknown storage medium "memory"',
			'spec.volumes[0].emptyDir.medium',
			'medium: Memory',
		],
	},
	{
		title: 'mount: a program writes where its mount is read-only',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: writer}
spec:
  containers:
  - name: writer
    image: busybox:1.36
    command: [sh, -c, "date > /data/now && sleep 3600"]
    volumeMounts: [{name: data, mountPath: /data, readOnly: true}]
  volumes: [{name: data, emptyDir: {}}]
`,
		says: ['volumeMounts[0].readOnly', 'The mount at /data is readOnly', 'works'],
	},
];
