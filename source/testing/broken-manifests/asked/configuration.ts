import {files, main, pod, type BrokenManifest} from '../templates.js';

/** A file from a ConfigMap, a variable, a token or a right of a container is at fault. */
export const askedConfiguration: readonly BrokenManifest[] = [
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
			"The volume c hides the image's files",
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
		says: [':5:3  data[default.conf]', 'comes from the key default.conf of ConfigMap site'],
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
		title: 'probe: a page under another name in its ConfigMap',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: page}
data:
  home.html: hello
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    readinessProbe: {httpGet: {path: /, port: 80}}
    volumeMounts: [{name: page, mountPath: /usr/share/nginx/html}]
  volumes: [{name: page, configMap: {name: page}}]
`,
		says: ['statuscode: 403', ':5:3  data[home.html]', 'did you mean index.html?', '+ index.html: hello'],
	},
	{
		title: 'near miss: the page is there, and the probe asks for another one',
		manifest: `apiVersion: v1
kind: ConfigMap
metadata: {name: page}
data: {index.html: hello}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    readinessProbe: {httpGet: {path: /idnex.html, port: 80}}
    volumeMounts: [{name: page, mountPath: /usr/share/nginx/html}]
  volumes: [{name: page, configMap: {name: page}}]
`,
		says: ['statuscode: 404', 'readinessProbe.httpGet.path'],
		never: ['data[index.html]'],
	},
	{
		title: 'exit: a service account whose token is not mounted',
		manifest: `apiVersion: v1
kind: ServiceAccount
metadata: {name: reader}
automountServiceAccountToken: false
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}
subjects: [{kind: ServiceAccount, name: reader, namespace: default}]
---
apiVersion: v1
kind: Pod
metadata: {name: reader}
spec:
  restartPolicy: Never
  serviceAccountName: reader
  containers: [{name: kubectl, image: "registry.k8s.io/kubectl:v1.36.0", command: [kubectl, get, pods]}]
`,
		says: [
			'localhost:8080 was refused',
			':4:1  automountServiceAccountToken',
			'of the ServiceAccount reader is false',
			'works',
		],
	},
	{
		title: 'asked: a key that its ConfigMap has under another name, and both places',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  LOGLEVEL: debug\n',
			pod(main('env: [{name: LEVEL, valueFrom: {configMapKeyRef: {name: settings, key: LOG_LEVEL}}}]')),
		),
		says: [
			"couldn't find key LOG_LEVEL in ConfigMap default/settings",
			'spec.containers[0].env[0].valueFrom.configMapKeyRef.key',
			'.yaml:6:3  data.LOGLEVEL',
			'works',
		],
	},
	{
		title: 'asked: a key that its Secret has as text under another name, and both places',
		manifest: files(
			'apiVersion: v1\nkind: Secret\nmetadata:\n  name: login\nstringData:\n  passwd: s3cret\n',
			pod(main('env: [{name: PASSWORD, valueFrom: {secretKeyRef: {name: login, key: password}}}]')),
		),
		says: ["couldn't find key password in Secret default/login", '.yaml:6:3  stringData.passwd', 'works'],
	},
];
