import type {PagePlay} from './page.js';

const deployment = (tag: string, {seconds = '', strategy = ''} = {}): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: nginx}
spec:
  ${seconds}
  ${strategy}
  selector: {matchLabels: {app: nginx}}
  template:
    metadata: {labels: {app: nginx}}
    spec:
      containers: [{name: nginx, image: "nginx:${tag}", ports: [{containerPort: 80}]}]
`;

/** Plays of the pages below `tasks` about ways to manage objects, budgets and databases. */
export const objectPlays: readonly PagePlay[] = [
	{
		page: 'tasks/manage-kubernetes-objects/declarative-config',
		files: {
			'simple.yaml': deployment('1.14.2', {seconds: 'minReadySeconds: 5'}),
			'update.yaml': deployment('1.16.1'),
			'recreate.yaml': deployment('1.16.1', {strategy: 'strategy: {type: Recreate}'}),
			'cleared.yaml': deployment('1.16.1', {strategy: 'strategy: {type: Recreate, rollingUpdate: null}'}),
			'folder/settings.yaml':
				'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, labels: {set: a}}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: gone, labels: {set: a}}\n',
			'later/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept, labels: {set: a}}\n',
		},
		steps: `
$ diff -f simple.yaml
> image: nginx:1.14.2 + imagePullPolicy
exit 1
$ apply -f simple.yaml
> deployment.apps/nginx created
$ get -f simple.yaml -o yaml
> kubectl.kubernetes.io/last-applied-configuration: | {"apiVersion":"apps/v1","kind":"Deployment"
> "minReadySeconds":5
> minReadySeconds: 5
> maxSurge: 25%
> terminationMessagePath: /dev/termination-log
> replicas: 1
$ scale deployment/nginx --replicas=2
> deployment.apps/nginx scaled
$ get deployment nginx -o yaml
> replicas: 2
! "replicas"
$ diff -f update.yaml
> - minReadySeconds: 5
> - - image: nginx:1.14.2 + - image: nginx:1.16.1
exit 1
$ apply -f update.yaml
> deployment.apps/nginx configured
$ get -f update.yaml -o yaml
> replicas: 2
> image: nginx:1.16.1
> "image":"nginx:1.16.1"
! minReadySeconds
$ apply -f recreate.yaml
> deployment.apps/nginx configured
$ apply -f cleared.yaml
> deployment.apps/nginx configured
$ get deployment nginx -o jsonpath={.spec.strategy}
> {"type":"Recreate"}
$ replace --save-config -f cleared.yaml
> deployment.apps/nginx replaced
$ delete -f cleared.yaml
> deployment.apps "nginx" deleted
$ apply -f folder/
> configmap/kept created configmap/gone created
$ apply -f later/ --prune -l set=a
> configmap/kept unchanged
> configmap/gone pruned
`,
	},
	{
		page: 'tasks/manage-kubernetes-objects/imperative-command',
		files: {
			'selected.yaml': `
apiVersion: v1
kind: Service
metadata: {name: mine, labels: {app: mine}}
spec: {clusterIP: None, selector: {environment: qa}, type: ClusterIP}
`,
		},
		steps: `
$ create service nodeport door --tcp=80
> service/door created
$ create service nodeport -h
> kubectl create service nodeport NAME [--tcp=port:targetPort] [--dry-run=server|client|none]
$ create deployment nginx --image=nginx
$ delete deployment/nginx
> deployment.apps "nginx" deleted
$ create service clusterip mine --clusterip=None -o yaml --dry-run=client
> clusterIP: None
> app: mine
$ set selector --local -f - environment=qa -o yaml
< apiVersion: v1
< kind: Service
< metadata: {name: mine}
< spec: {clusterIP: None, selector: {app: mine}}
> environment: qa
! app: mine
$ create -f selected.yaml
> service/mine created
`,
	},
	{
		page: 'tasks/manage-kubernetes-objects/imperative-config',
		files: {
			'nginx.yaml': deployment('1.14.2'),
			'replaced.yaml': deployment('1.16.1', {seconds: 'minReadySeconds: 1'}),
		},
		steps: `
$ create -f nginx.yaml
> deployment.apps/nginx created
$ get -f nginx.yaml -o yaml
> image: nginx:1.14.2
$ scale deployment nginx --replicas=3
$ replace -f replaced.yaml
> deployment.apps/nginx replaced
$ get -f replaced.yaml -o yaml
> minReadySeconds: 1
> replicas: 1
> image: nginx:1.16.1
$ get -h
> -o, --output=''
$ delete -f nginx.yaml
> deployment.apps "nginx" deleted
`,
	},
	{
		page: 'tasks/run-application/configure-pdb',
		files: {
			'budget.yaml': `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: budget}
spec: {minAvailable: 2, selector: {matchLabels: {app: nginx}}}
`,
			'most.yaml': `
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: most}
spec: {maxUnavailable: 1, selector: {matchLabels: {app: nginx}}}
`,
		},
		steps: `
$ apply -f budget.yaml
> poddisruptionbudget.policy/budget created
~ 2
$ get poddisruptionbudgets
> NAME MIN AVAILABLE MAX UNAVAILABLE ALLOWED DISRUPTIONS AGE budget 2 N/A 0
$ create deployment nginx --image=nginx:1.27 --replicas=3
~ 20
$ get poddisruptionbudgets
> budget 2 N/A 1
$ get poddisruptionbudgets budget -o yaml
> currentHealthy: 3 desiredHealthy: 2 disruptionsAllowed: 1 expectedPods: 3 observedGeneration: 1
$ apply -f most.yaml
~ 2
$ get poddisruptionbudgets
> most N/A 1 1
`,
	},
	{
		page: 'tasks/run-application/run-single-instance-stateful-application',
		files: {
			'volume.yaml': `
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk, labels: {type: local}}
spec: {storageClassName: manual, capacity: {storage: 20Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /mnt/data}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec: {storageClassName: manual, accessModes: [ReadWriteOnce], resources: {requests: {storage: 20Gi}}}
`,
			'mysql.yaml': `
apiVersion: v1
kind: Service
metadata: {name: mysql}
spec: {ports: [{port: 3306}], selector: {app: mysql}, clusterIP: None}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: mysql}
spec:
  selector: {matchLabels: {app: mysql}}
  strategy: {type: Recreate}
  template:
    metadata: {labels: {app: mysql}}
    spec:
      containers:
      - name: mysql
        image: mysql:9
        env: [{name: MYSQL_ROOT_PASSWORD, value: secret}]
        ports: [{containerPort: 3306, name: mysql}]
        volumeMounts: [{name: data, mountPath: /var/lib/mysql}]
      volumes: [{name: data, persistentVolumeClaim: {claimName: claim}}]
`,
		},
		steps: `
$ apply -f volume.yaml
> persistentvolume/disk created persistentvolumeclaim/claim created
$ apply -f mysql.yaml
> deployment.apps/mysql created
$ describe deployment mysql
> StrategyType: Recreate
> MYSQL_ROOT_PASSWORD: secret
> /var/lib/mysql from data (rw)
> Type: PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)
~ 40
$ describe deployment mysql
> NewReplicaSet: mysql-
> Scaled up replica set mysql-
$ get pods -l app=mysql
> 1/1 Running 0
$ describe pvc claim
> Status: Bound Volume: disk
> pv.kubernetes.io/bind-completed: yes
> Capacity: 20Gi Access Modes: RWO
$ run -it --rm --image=mysql:9 --restart=Never mysql-client -- mysql -h mysql -psecret
< exit
> pod "mysql-client" deleted
$ delete deployment,svc mysql
> deployment.apps "mysql" deleted
> service "mysql" deleted
$ delete pvc claim
> persistentvolumeclaim "claim" deleted
$ delete pv disk
> persistentvolume "disk" deleted
`,
	},
	{
		page: 'tasks/configure-pod-container/configure-pod-initialization',
		files: {
			'init.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: init-first}
spec:
  containers:
  - {name: nginx, image: nginx, ports: [{containerPort: 80}], volumeMounts: [{name: work, mountPath: /usr/share/nginx/html}]}
  initContainers:
  - name: install
    image: busybox:1.28
    command: [wget, -O, /work-dir/index.html, 'http://example.com']
    volumeMounts: [{name: work, mountPath: /work-dir}]
  dnsPolicy: Default
  volumes: [{name: work, emptyDir: {}}]
`,
		},
		steps: `
$ apply -f init.yaml
> pod/init-first created
~ 20
$ get pod init-first
> init-first 1/1 Running 0
$ exec init-first -- ls /usr/share/nginx/html
> index.html
`,
	},
];
