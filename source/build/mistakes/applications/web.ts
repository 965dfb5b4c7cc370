import type {Application} from './application.js';

/** Servers, and ways to them. */
export const web: readonly Application[] = [
	{
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
	},
	{
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
	},
	{
		name: 'Ingress to two Services',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: shop
spec:
  selector:
    matchLabels:
      app: shop
  template:
    metadata:
      labels:
        app: shop
    spec:
      containers:
      - name: shop
        image: nginx:1.27
        ports:
        - containerPort: 80
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: admin
spec:
  selector:
    matchLabels:
      app: admin
  template:
    metadata:
      labels:
        app: admin
    spec:
      containers:
      - name: admin
        image: httpd:2.4
        ports:
        - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: shop
spec:
  selector:
    app: shop
  ports:
  - port: 80
    targetPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: admin
spec:
  selector:
    app: admin
  ports:
  - port: 80
    targetPort: 80
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  ingressClassName: nginx
  rules:
  - host: shop.example.com
    http:
      paths:
      - path: /
        pathType: Prefix
        backend:
          service:
            name: shop
            port:
              number: 80
      - path: /admin
        pathType: Prefix
        backend:
          service:
            name: admin
            port:
              number: 80
`,
	},
	{
		name: 'a front that waits for its API',
		text: `apiVersion: v1
kind: Service
metadata:
  name: api
spec:
  selector:
    app: api
  ports:
  - port: 80
    targetPort: 80
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: api
spec:
  selector:
    matchLabels:
      app: api
  template:
    metadata:
      labels:
        app: api
    spec:
      containers:
      - name: api
        image: nginx:1.27
        ports:
        - containerPort: 80
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: gate
spec:
  selector:
    matchLabels:
      app: gate
  template:
    metadata:
      labels:
        app: gate
    spec:
      initContainers:
      - name: wait
        image: busybox:1.36
        command: ["sh", "-c", "until wget -q -O /dev/null http://api; do sleep 1; done"]
      containers:
      - name: gate
        image: nginx:1.27
        ports:
        - containerPort: 80
`,
	},
	{
		name: 'an autoscaled server with a budget',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: scaled
spec:
  replicas: 3
  selector:
    matchLabels:
      app: scaled
  template:
    metadata:
      labels:
        app: scaled
    spec:
      containers:
      - name: server
        image: nginx:1.27
        ports:
        - containerPort: 80
        resources:
          requests:
            cpu: 100m
            memory: 64Mi
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: scaled
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: scaled
  minReplicas: 3
  maxReplicas: 6
  metrics:
  - type: Resource
    resource:
      name: cpu
      target:
        type: Utilization
        averageUtilization: 80
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: scaled
spec:
  minAvailable: 2
  selector:
    matchLabels:
      app: scaled
`,
	},
	{
		name: 'one Pod and a client',
		text: `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: web
spec:
  containers:
  - name: web
    image: nginx:1.27
    ports:
    - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
  ports:
  - port: 80
    targetPort: 80
---
apiVersion: batch/v1
kind: Job
metadata:
  name: smoke
spec:
  backoffLimit: 3
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: smoke
        image: busybox:1.36
        command: ["sh", "-c", "until wget -q -O - http://web; do sleep 1; done"]
`,
	},
	{
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
	},
	{
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
	},
	{
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
	},
	{
		name: 'a policy that lets the front in',
		text: `apiVersion: v1
kind: Service
metadata:
  name: back
spec:
  selector:
    app: back
  ports:
  - port: 80
    targetPort: 80
---
apiVersion: v1
kind: Pod
metadata:
  name: back
  labels:
    app: back
spec:
  containers:
  - name: back
    image: nginx:1.27
    ports:
    - containerPort: 80
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: back
spec:
  podSelector:
    matchLabels:
      app: back
  ingress:
  - from:
    - podSelector:
        matchLabels:
          role: front
    ports:
    - port: 80
---
apiVersion: batch/v1
kind: Job
metadata:
  name: front
spec:
  backoffLimit: 2
  template:
    metadata:
      labels:
        role: front
    spec:
      restartPolicy: Never
      containers:
      - name: front
        image: busybox:1.36
        command: ["sh", "-c", "sleep 3; wget -T 3 -q -O - http://back"]
`,
	},
];
