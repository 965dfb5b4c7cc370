import type {Application} from '../application.js';

// One server, and the Service before it.

export const nginxBehindService: Application = {
	name: 'nginx behind a Service',
	text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: front
  labels:
    app: front
spec:
  replicas: 2
  selector:
    matchLabels:
      app: front
  template:
    metadata:
      labels:
        app: front
    spec:
      containers:
      - name: nginx
        image: nginx:1.27
        ports:
        - name: http
          containerPort: 80
        readinessProbe:
          httpGet:
            path: /
            port: http
        resources:
          requests:
            cpu: 100m
            memory: 64Mi
          limits:
            memory: 128Mi
---
apiVersion: v1
kind: Service
metadata:
  name: front
spec:
  selector:
    app: front
  ports:
  - name: http
    port: 80
    targetPort: http
`,
};

export const httpdWithPage: Application = {
	name: 'httpd with a page of its own',
	text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: page
data:
  index.html: hello
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: site
spec:
  replicas: 1
  selector:
    matchLabels:
      app: site
  template:
    metadata:
      labels:
        app: site
    spec:
      containers:
      - name: httpd
        image: httpd:2.4
        ports:
        - containerPort: 80
        livenessProbe:
          httpGet:
            path: /index.html
            port: 80
          periodSeconds: 5
        readinessProbe:
          httpGet:
            path: /index.html
            port: 80
        volumeMounts:
        - name: page
          mountPath: /usr/local/apache2/htdocs
      volumes:
      - name: page
        configMap:
          name: page
---
apiVersion: v1
kind: Service
metadata:
  name: site
spec:
  type: NodePort
  selector:
    app: site
  ports:
  - port: 8080
    targetPort: 80
    nodePort: 30080
`,
};

export const nginxWithoutRoot: Application = {
	name: 'nginx without root',
	text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: safe
spec:
  replicas: 1
  selector:
    matchLabels:
      app: safe
  template:
    metadata:
      labels:
        app: safe
    spec:
      securityContext:
        runAsNonRoot: true
      containers:
      - name: nginx
        image: nginxinc/nginx-unprivileged:1.27
        ports:
        - name: http
          containerPort: 8080
        readinessProbe:
          httpGet:
            path: /
            port: 8080
        securityContext:
          allowPrivilegeEscalation: false
          capabilities:
            drop: ["ALL"]
---
apiVersion: v1
kind: Service
metadata:
  name: safe
spec:
  selector:
    app: safe
  ports:
  - port: 80
    targetPort: 8080
`,
};

export const siteInNamespace: Application = {
	name: 'a site in its namespace',
	text: `apiVersion: v1
kind: Namespace
metadata:
  name: pages
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: pages
  namespace: pages
spec:
  selector:
    matchLabels:
      app: pages
  template:
    metadata:
      labels:
        app: pages
    spec:
      containers:
      - name: caddy
        image: caddy:2
        ports:
        - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: pages
  namespace: pages
spec:
  selector:
    app: pages
  ports:
  - port: 80
    targetPort: 80
`,
};

export const serverOnEveryNode: Application = {
	name: 'a server on every node',
	text: `apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: edge
spec:
  selector:
    matchLabels:
      app: edge
  template:
    metadata:
      labels:
        app: edge
    spec:
      nodeSelector:
        kubernetes.io/os: linux
      containers:
      - name: edge
        image: nginx:1.27
        ports:
        - containerPort: 80
        livenessProbe:
          tcpSocket:
            port: 80
`,
};
