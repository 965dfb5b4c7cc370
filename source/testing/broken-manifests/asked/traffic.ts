import {files, main, pod, service, type BrokenManifest} from '../templates.js';

/** A Service, an Ingress, or a name of the DNS is at fault. */
export const askedTraffic: readonly BrokenManifest[] = [
	{
		title: 'init: it waits for a DNS name that no Service has',
		manifest: `apiVersion: v1
kind: Pod
metadata:
  name: myapp-pod
  labels:
    app.kubernetes.io/name: MyApp
spec:
  containers:
  - name: myapp-container
    image: busybox:1.28
    command: ['sh', '-c', 'echo The app is running! && sleep 3600']
  initContainers:
  - name: init-myservice
    image: busybox:1.28
    command: ['sh', '-c', "until nslookup myservice.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do echo waiting for myservice; sleep 2; done"]
  - name: init-mydb
    image: busybox:1.28
    command: ['sh', '-c', "until nslookup mydb.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do echo waiting for mydb; sleep 2; done"]
---
apiVersion: v1
kind: Service
metadata:
  name: myservice
spec:
  ports:
  - protocol: TCP
    port: 80
    targetPort: 9376
`,
		says: [
			'mydb.default.svc.cluster.local: the name does not exist',
			'Apply a Service named mydb in the namespace default',
		],
	},
	{
		title: 'service: several ports without names',
		manifest: `apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}, {port: 443}]}
`,
		says: ['spec.ports[0].name is required', 'name: port-1}, {port: 443, name: port-2}'],
		never: ['[spec.ports'],
	},
	{
		title: 'ingress: a certificate that is not there',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: {name: nginx}
spec: {controller: k8s.io/ingress-nginx}
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: web}
spec:
  ingressClassName: nginx
  tls: [{hosts: [a.example.com], secretName: a-tls}]
  rules: [{host: a.example.com, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 80}}}}]}}]
`,
		says: ['note: ingress/default/web', 'there is no Secret a-tls', 'spec.tls[0].secretName'],
		code: 0,
	},
	{
		title: 'service: a load balancer in a cluster without a provider',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {type: LoadBalancer, selector: {app: web}, ports: [{port: 80}]}
`,
		says: ['EXTERNAL-IP stays <pending>', 'of every node'],
		code: 0,
	},
	{
		title: 'near miss: the name that an init container waits for is a Service without Pods',
		says: ['note: service/default/mydb', 'no selector'],
		code: 0,
		manifest: `apiVersion: v1
kind: Pod
metadata:
  name: myapp-pod
spec:
  containers:
  - name: myapp-container
    image: busybox:1.28
    command: ['sh', '-c', 'echo The app is running! && sleep 3600']
  initContainers:
  - name: init-mydb
    image: busybox:1.28
    command: ['sh', '-c', "until nslookup mydb.$(cat /var/run/secrets/kubernetes.io/serviceaccount/namespace).svc.cluster.local; do echo waiting for mydb; sleep 2; done"]
---
apiVersion: v1
kind: Service
metadata:
  name: mydb
spec:
  ports:
  - protocol: TCP
    port: 80
    targetPort: 9377
`,
	},
	{
		title: 'init: a typo of a Service in a variable',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: mysql, labels: {app: mysql}}
spec: {containers: [{name: m, image: "mysql:8.0", env: [{name: MYSQL_ROOT_PASSWORD, value: x}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: mysql}
spec: {selector: {app: mysql}, ports: [{port: 3306}]}
---
apiVersion: v1
kind: Pod
metadata: {name: wp}
spec:
  initContainers:
  - {name: wait, image: "busybox:1.36", env: [{name: DB, value: mysqll}], command: [sh, -c, 'until nslookup $DB; do sleep 2; done']}
  containers: [{name: wp, image: "wordpress:6"}]
`,
		says: ['for mysqll: the name does not exist', 'Did you mean mysql?', '{name: DB, value: mysql}'],
	},
	{
		title: 'near miss: a database that is waited for',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: pg, labels: {app: pg}}
spec:
  containers: [{name: pg, image: "postgres:16", env: [{name: POSTGRES_PASSWORD, value: x}], ports: [{containerPort: 5432}]}]
---
apiVersion: v1
kind: Service
metadata: {name: postgres}
spec: {selector: {app: pg}, ports: [{port: 5432}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app}
spec:
  initContainers:
  - name: wait-db
    image: postgres:16
    command: ['sh', '-c', 'until pg_isready -h postgres -p 5432; do echo waiting; sleep 2; done']
  containers: [{name: app, image: "nginx:1.27"}]
`,
	},
	{
		title: 'service: its Pods are in another namespace',
		manifest: `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop, labels: {app: web}}
spec: {containers: [{name: web, image: "nginx:1.27"}]}
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: default
spec: {selector: {app: web}, ports: [{port: 80}]}
`,
		says: ['selects no Pod: app=web', 'metadata.namespace', 'are in the namespace shop', '+ namespace: shop'],
	},
	{
		title: 'service: the name of a Pod below a Service that its StatefulSet does not name',
		manifest: `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: db}
spec:
  serviceName: dbs
  selector: {matchLabels: {app: db}}
  template:
    metadata: {labels: {app: db}}
    spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {clusterIP: None, selector: {app: db}, ports: [{port: 6379}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app}
spec: {containers: [{name: app, image: "redis:7", command: [sh, -c, "until redis-cli -h db-0.db ping; do sleep 2; done; sleep 3600"]}]}
`,
		says: ['waits for db-0.db', ':5:3  spec.serviceName', '+ serviceName: db'],
	},
	{
		title: 'service: the only port of a policy is another one',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: db, labels: {app: db}}
spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {selector: {app: db}, ports: [{port: 6379}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db}
spec:
  podSelector: {matchLabels: {app: db}}
  ingress:
  - ports:
    - port: 6380
`,
		says: ['no client reaches its port 6379', ':18:7 spec.ingress[0].ports[0].port', '+ - port: 6379'],
	},
	{
		title:
			'traffic: an init container waits for a name that is far from any Service, and no other Service has its port',
		manifest: pod(
			`initContainers:\n- name: wait\n  image: busybox:1.36\n  command: [sh, -c, "until nc -z mysql-primary 3306; do sleep 2; done"]\n${main()}`,
		),
		says: [
			"waits for mysql-primary, a name that the cluster's DNS does not know",
			'Apply a Service named mysql-primary',
			'works',
			'- initContainers:',
		],
	},
	{
		title: 'traffic: an init container waits until a name of another namespace resolves',
		manifest: pod(
			`initContainers:\n- name: wait\n  image: busybox:1.36\n  command: [sh, -c, "until nslookup mysql-primary.kube-public; do sleep 2; done"]\n${main()}`,
		),
		says: ['Apply a Service named mysql-primary', 'works', '+ kind: Service', '+   namespace: kube-public'],
	},
	{
		title: 'asked: an init container waits for a name that is far from any Service, and one Service has its port',
		manifest: files(
			pod(main('', 'redis:7'), 'store', 'labels: {app: store}'),
			service('app: store', '- port: 6379', 'store'),
			pod(
				`initContainers:\n- name: wait\n  image: busybox:1.36\n  command: [sh, -c, "until nc -z redis-leader 6379; do sleep 2; done"]\n${main()}`,
			),
		),
		says: ['waits for redis-leader', 'works', 'until nc -z store 6379'],
	},
];
