import type {Application} from '../application.js';

// Servers that keep data in memory, and a queue.

export const redisStatefulSet: Application = {
	name: 'redis as a StatefulSet',
	text: `apiVersion: v1
kind: Service
metadata:
  name: cache
spec:
  clusterIP: None
  selector:
    app: cache
  ports:
  - name: redis
    port: 6379
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  replicas: 2
  selector:
    matchLabels:
      app: cache
  template:
    metadata:
      labels:
        app: cache
    spec:
      containers:
      - name: redis
        image: redis:7
        ports:
        - name: redis
          containerPort: 6379
        readinessProbe:
          exec:
            command: ["redis-cli", "ping"]
        volumeMounts:
        - name: data
          mountPath: /data
  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      storageClassName: standard
      resources:
        requests:
          storage: 1Gi
`,
};

export const memcachedBesideServer: Application = {
	name: 'memcached beside a server',
	text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: pair
spec:
  replicas: 1
  selector:
    matchLabels:
      app: pair
  template:
    metadata:
      labels:
        app: pair
    spec:
      containers:
      - name: server
        image: nginx:1.27
        ports:
        - containerPort: 80
      - name: cache
        image: memcached:1.6
        ports:
        - containerPort: 11211
        resources:
          limits:
            memory: 64Mi
            cpu: 200m
---
apiVersion: v1
kind: Service
metadata:
  name: pair
spec:
  selector:
    app: pair
  ports:
  - name: web
    port: 80
    targetPort: 80
  - name: cache
    port: 11211
    targetPort: 11211
`,
};

export const rabbitmqWithTwoPorts: Application = {
	name: 'rabbitmq with its two ports',
	text: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  serviceName: queue
  replicas: 1
  selector:
    matchLabels:
      app: queue
  template:
    metadata:
      labels:
        app: queue
    spec:
      containers:
      - name: rabbitmq
        image: rabbitmq:3-management
        ports:
        - name: amqp
          containerPort: 5672
        - name: admin
          containerPort: 15672
        readinessProbe:
          tcpSocket:
            port: amqp
---
apiVersion: v1
kind: Service
metadata:
  name: queue
spec:
  selector:
    app: queue
  ports:
  - name: amqp
    port: 5672
    targetPort: amqp
  - name: admin
    port: 15672
    targetPort: admin
`,
};
