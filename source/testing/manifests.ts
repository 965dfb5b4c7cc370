/** The manifests for tests of the whole pipeline, each the smallest for its part. */

/** One Pod, as a beginner writes it. */
export const pod = `apiVersion: v1
kind: Pod
metadata:
  name: web
  labels: {app: web}
spec:
  containers:
  - name: web
    image: nginx:1.27
    ports: [{containerPort: 80}]
`;

/** Pods of a template, in any number, ready by a probe, optionally with a preStop sleep of some seconds. */
export const deployment = ({
	replicas = 2,
	image = 'nginx:1.27',
	preStopSeconds = 0,
} = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: ${image}
        ports: [{containerPort: 80}]
        resources: {requests: {cpu: 100m, memory: 64Mi}}
        readinessProbe: {httpGet: {path: /, port: 80}}
${preStopSeconds === 0 ? '' : `        lifecycle: {preStop: {sleep: {seconds: ${preStopSeconds}}}}\n`}`;

/** A Service in front of the Pods that are labelled app=web. */
export const service = `apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [{port: 80}]
`;

/** A way in from outside, by the host shop.example.test. */
export const ingress = `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: web
spec:
  rules:
  - host: shop.example.test
    http:
      paths:
      - path: /
        pathType: Prefix
        backend: {service: {name: web, port: {number: 80}}}
`;

/** Several manifests as one file. */
export const documents = (...manifests: readonly string[]): string => manifests.join('---\n');
