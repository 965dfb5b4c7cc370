import type {Application} from '../application.js';

// Servers, and a client that calls them: an init container, or a Job.

export const frontThatWaits: Application = {
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
};

export const podAndClient: Application = {
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
};

export const policyForFront: Application = {
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
};
