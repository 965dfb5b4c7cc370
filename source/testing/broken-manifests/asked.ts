import type {BrokenManifest} from './templates.js';

const threeNodes = [{name: 'node-a'}, {name: 'node-b'}, {name: 'node-c'}];

/** The most frequently asked problems, unchanged: the symptom is in one place, the mistake in another. */
export const asked: readonly BrokenManifest[] = [
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
		title: 'liveness: it fails once the script has slept',
		manifest: `apiVersion: v1
kind: Pod
metadata:
  labels: {test: liveness}
  name: liveness-exec
spec:
  containers:
  - name: liveness
    image: registry.k8s.io/busybox:1.27.2
    args:
    - /bin/sh
    - -c
    - touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600
    livenessProbe:
      exec:
        command:
        - cat
        - /tmp/healthy
      initialDelaySeconds: 5
      periodSeconds: 5
`,
		says: ["can't open '/tmp/healthy'", 'livenessProbe.exec.command'],
	},
	{
		title: 'job: it runs on',
		manifest: `apiVersion: batch/v1
kind: Job
metadata: {name: long}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: a, image: "busybox:1.36", command: [sleep, "100000"]}]
`,
		says: ['0 succeeded, 0 failed, 1 active', 'has been running for', '--for 30m'],
	},
	{
		title: "init: it waits for a name of the DNS that is nobody's",
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
			'mydb.default.svc.cluster.local: no such name exists',
			'Apply a Service named mydb in the namespace default',
		],
	},
	{
		title: 'job: a policy keeps it from its server',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec:
  containers: [{name: web, image: "nginx:1.27"}]
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny}
spec: {podSelector: {}, policyTypes: [Ingress]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: client}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      initContainers: [{name: w, image: "busybox:1.36", command: [sleep, "10"]}]
      containers: [{name: c, image: "busybox:1.36", command: [wget, -T, "3", -qO-, "http://web"]}]
`,
		says: [
			'NetworkPolicy default/default-deny isolates default/web',
			'The NetworkPolicy default-deny has no ingress rule that allows this',
		],
	},
	{
		title: 'job: a policy keeps it from the DNS',
		manifest: `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: default-deny}
spec: {podSelector: {}, policyTypes: [Egress]}
---
apiVersion: batch/v1
kind: Job
metadata: {name: client}
spec:
  backoffLimit: 0
  template:
    spec:
      restartPolicy: Never
      containers: [{name: c, image: "busybox:1.36", command: [nslookup, kubernetes.default]}]
`,
		says: [
			'NetworkPolicy default/default-deny isolates default/client-',
			'spec',
			'The NetworkPolicy default-deny has no egress rule that allows this',
			'egress',
		],
	},
	{
		title: 'autoscaler: a target of a version that is not served',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: extensions/v1beta1, kind: Deployment, name: web}
  minReplicas: 1
  maxReplicas: 5
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 50}}}]
`,
		says: ['spec.scaleTargetRef.apiVersion', 'Deployment is served in apps/v1', 'apiVersion: apps/v1, kind'],
		never: ['does not exist'],
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
		title: 'exit: a volume hides the directory of the configuration',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: site}
data:
  site.conf: "server { listen 80; }"
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    volumeMounts: [{name: c, mountPath: /etc/nginx}]
  volumes: [{name: c, configMap: {name: site}}]
`,
		says: [
			'volumeMounts[0].mountPath',
			'The volume c hides the files of the image',
			'mountPath: /etc/nginx/site.conf, subPath: site.conf',
		],
	},
	{
		title: 'exit: a mistake in the file of a ConfigMap',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: site}
data:
  default.conf: |
    server {
      listen 80
      location / { return 200 "ok"; }
    }
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    volumeMounts: [{name: c, mountPath: /etc/nginx/conf.d}]
  volumes: [{name: c, configMap: {name: site}}]
`,
		says: [':5:3  data[default.conf]', 'is the key default.conf of ConfigMap site'],
	},
	{
		title: 'exit: a subPath that the ConfigMap does not have',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: site}
data:
  nginx.cnf: "events {} http { server { listen 80; } }"
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    volumeMounts: [{name: c, mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf}]
  volumes: [{name: c, configMap: {name: site}}]
`,
		says: [
			'StartError',
			'volumeMounts[0].subPath',
			'has no nginx.conf',
			'did you mean nginx.cnf?',
			'subPath: nginx.cnf',
		],
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
		title: 'exit: a typo of the variable that the image asks for',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: mysql}
spec:
  selector: {matchLabels: {app: mysql}}
  template:
    metadata: {labels: {app: mysql}}
    spec:
      containers:
      - name: mysql
        image: mysql:8.0
        env: [{name: MYSQL_ROOT_PASWORD, value: secret}]
        ports: [{containerPort: 3306}]
`,
		says: ['env[0].name', 'name: MYSQL_ROOT_PASSWORD'],
	},
	{
		title: 'secret: plain text where base64 belongs',
		manifest: `apiVersion: v1
kind: Secret
metadata: {name: db}
data: {password: "my password!"}
---
apiVersion: v1
kind: Pod
metadata: {name: pg}
spec:
  containers:
  - name: pg
    image: postgres:16
    env:
    - name: POSTGRES_PASSWORD
      valueFrom: {secretKeyRef: {name: db, key: password}}
`,
		says: ['data.password', '+ stringData: {password'],
	},
	{
		title: 'liveness: sooner than the program listens',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: es}
spec:
  selector: {matchLabels: {app: es}}
  template:
    metadata: {labels: {app: es}}
    spec:
      containers:
      - name: es
        image: elasticsearch:8.13.0
        env: [{name: discovery.type, value: single-node}]
        livenessProbe: {tcpSocket: {port: 9200}, initialDelaySeconds: 1, periodSeconds: 1, failureThreshold: 2}
`,
		says: ['containers[0].livenessProbe', 'allow more time', 'initialDelaySeconds: 30'],
		never: ['livenessProbe.tcpSocket'],
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
		title: 'limit range: request and limit are under the minimum',
		manifest: `apiVersion: v1
kind: LimitRange
metadata: {name: lr}
spec: {limits: [{type: Container, max: {memory: 512Mi}, min: {memory: 64Mi}}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: a}
spec:
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: a}}
    spec:
      containers: [{name: a, image: "nginx:1.27", resources: {requests: {memory: 32Mi}, limits: {memory: 32Mi}}}]
`,
		says: ['requests: {memory: 64Mi}, limits: {memory: 64Mi}'],
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
		title: 'exit: a command line in one text',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: sleeper}
spec:
  containers:
  - {name: s, image: busybox:1.36, command: ["sleep 3600"]}
`,
		says: ['works', 'command: [sleep, "3600"]'],
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
		title: 'binding: a typo of its role',
		manifest: `apiVersion: v1
kind: ServiceAccount
metadata: {name: bot}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: pod-reader}
rules: [{apiGroups: [""], resources: [pods], verbs: [get, list]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: bot}
subjects: [{kind: ServiceAccount, name: bot, namespace: default}]
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: pod-reeder}
`,
		says: ['grants no rights: there is no Role pod-reeder', 'name: pod-reader}'],
		code: 0,
	},
	{
		title: 'service: a load balancer where nobody provides any',
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
		title: 'rollout: a later command sets an image that does not exist',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: "nginx:1.27"}]
`,
		commands: ['set image deployment/web web=nginx:1.277'],
		says: ['1 of 3 updated, 3 available', 'kubectl rollout undo deployment web'],
		never: [':10:32'],
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
		title: 'variable: a field of the Pod in small letters',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: e}
spec: {containers: [{name: a, image: "nginx:1.27", env: [{name: IP, valueFrom: {fieldRef: {fieldPath: status.podIp}}}]}]}
`,
		says: ['Did you mean status.podIP?', 'fieldPath: status.podIP'],
	},
	{
		title: 'env: a ConfigMap of another namespace',
		manifest: `apiVersion: v1
kind: Namespace
metadata: {name: conf}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: app-config, namespace: conf}
data: {A: b}
---
apiVersion: v1
kind: Pod
metadata: {name: app}
spec: {containers: [{name: a, image: "nginx:1.27", envFrom: [{configMapRef: {name: app-config}}]}]}
`,
		says: ['app-config is in the namespace conf'],
	},
	{
		title: 'exit: two containers on one port',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: two}
spec: {containers: [{name: a, image: "nginx:1.27"}, {name: b, image: "nginx:1.27"}]}
`,
		says: ['Address already in use', 'a already listens on 80'],
	},
	{
		title: 'label: true without quotes',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {enabled: true}}
spec: {containers: [{name: a, image: "nginx:1.27"}]}
`,
		says: ['put it in quotes', 'enabled: "true"'],
	},
	{
		title: 'variable: a number without quotes',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: envnum}
spec:
  containers:
  - name: s
    image: nginx:1.27
    env:
    - {name: PORT, value: 8080}
`,
		says: ['spec.containers[0].env[0].value', 'value: "8080"'],
	},
	{
		title: 'deployment: without a selector',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1.27"}]}}
`,
		says: ['selector: {matchLabels: {app: web}}'],
	},
	{
		title: 'exit: a token that is not mounted',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: api}
spec:
  automountServiceAccountToken: false
  containers: [{name: c, image: "curlimages/curl:8.8.0", command: [sh, -c, "cat /var/run/secrets/kubernetes.io/serviceaccount/token && sleep 3600"]}]
`,
		says: ['spec.automountServiceAccountToken', 'gets no token'],
	},
	{
		title: 'exit: a script of a ConfigMap that may not be executed',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: scripts}
data: {"run.sh": "#!/bin/sh\\necho hi\\nsleep 3600\\n"}
---
apiVersion: v1
kind: Pod
metadata: {name: s}
spec:
  containers: [{name: a, image: "busybox:1.36", command: [/scripts/run.sh], volumeMounts: [{name: s, mountPath: /scripts}]}]
  volumes: [{name: s, configMap: {name: scripts}}]
`,
		says: ['"/scripts/run.sh": permission denied', 'defaultMode: 493'],
		never: ['no such file'],
	},
	{
		title: 'near miss: the same script with a mode',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: scripts}
data: {"run.sh": "#!/bin/sh\\necho hi\\nsleep 3600\\n"}
---
apiVersion: v1
kind: Pod
metadata: {name: s}
spec:
  containers: [{name: a, image: "busybox:1.36", command: [/scripts/run.sh], volumeMounts: [{name: s, mountPath: /scripts}]}]
  volumes: [{name: s, configMap: {name: scripts, defaultMode: 0755}}]
`,
	},
	{
		title: 'exit: bash in an image without it',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: s}
spec: {containers: [{name: a, image: "alpine:3.20", command: [bash, -c, "sleep 3600"]}]}
`,
		says: ['exec: "bash": executable file not found', 'command: [sh, -c'],
	},
	{
		title: 'init: a policy for another label',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: db, labels: {role: db}}
spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {selector: {role: db}, ports: [{port: 6379}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db}
spec: {podSelector: {matchLabels: {role: db}}, ingress: [{from: [{podSelector: {matchLabels: {role: frontend}}}], ports: [{port: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app, labels: {role: front-end}}
spec:
  initContainers: [{name: wait, image: "busybox:1.36", command: [sh, -c, "until nc -z -w 2 db 6379; do sleep 2; done"]}]
  containers: [{name: app, image: "nginx:1.27"}]
`,
		says: ['NetworkPolicy default/db isolates default/db'],
	},
	{
		title: 'near miss: a policy for its label',
		nodes: threeNodes,
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: db, labels: {role: db}}
spec: {containers: [{name: redis, image: "redis:7"}]}
---
apiVersion: v1
kind: Service
metadata: {name: db}
spec: {selector: {role: db}, ports: [{port: 6379}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: db}
spec: {podSelector: {matchLabels: {role: db}}, ingress: [{from: [{podSelector: {matchLabels: {role: frontend}}}], ports: [{port: 6379}]}]}
---
apiVersion: v1
kind: Pod
metadata: {name: app, labels: {role: frontend}}
spec:
  initContainers: [{name: wait, image: "busybox:1.36", command: [sh, -c, "until nc -z -w 2 db 6379; do sleep 2; done"]}]
  containers: [{name: app, image: "nginx:1.27"}]
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
		says: ['for mysqll: no such name exists', 'Did you mean mysql?', '{name: DB, value: mysql}'],
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
		title: 'job: a deadline over which its Pod is killed',
		manifest: `apiVersion: batch/v1
kind: Job
metadata: {name: j}
spec:
  activeDeadlineSeconds: 400
  template: {spec: {restartPolicy: Never, containers: [{name: a, image: "busybox:1.36", command: [sleep, infinity]}]}}
`,
		says: ['Failed: DeadlineExceeded', 'spec.activeDeadlineSeconds'],
	},
	{
		title: 'near miss: a registry that answers the third time',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]}
`,
		commands: [':fail pull * times=2', 'set image deployment/web web=nginx:1.28'],
	},
	{
		title: 'near miss: a network plug-in that works the third time',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27", resources: {requests: {cpu: 100m}}}]}
`,
		commands: [':fail cni * times=2', 'delete pod --all'],
	},
	{
		title: 'readiness: a program that the image does not have',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: redis:7
        readinessProbe: {exec: {command: [curl, -f, localhost:6379]}}
`,
		says: [
			'Readiness probe errored and resulted in unknown state',
			'readinessProbe.exec.command',
			'The image has no executable curl',
		],
	},
	{
		title: 'liveness: a program that the image does not have restarts nothing',
		manifest: `apiVersion: v1
kind: Pod
metadata: {name: r}
spec: {containers: [{name: r, image: "redis:7", livenessProbe: {exec: {command: [curl, localhost]}, periodSeconds: 5}}]}
`,
		says: ['note: pod/default/r', 'Liveness probe errored and resulted in unknown state', 'livenessProbe.exec.command'],
		code: 0,
	},
	{
		title: 'near miss: probes with programs of the image',
		manifest: `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: redis:7-alpine
        readinessProbe: {exec: {command: [redis-cli, ping]}}
        livenessProbe: {exec: {command: [sh, -c, "redis-cli ping | grep PONG"]}}
`,
	},
];
