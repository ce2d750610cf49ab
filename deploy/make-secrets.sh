#!/bin/bash
# Makes what is missing of the instance's secrets, once, and the files that are built from them.
# Runs as root in a container without network; the folder is shared read-only with those who need it.
set -euo pipefail
folder=${1:-/secrets}
umask 077

random() { head -c 36 /dev/urandom | base64 | tr '+/' '-_' | tr -d '\n='; }

for name in database-password secret-key broker-password broker-auth-secret keycloak-password; do
  [ -s "$folder/$name" ] || random >"$folder/$name"
done

database=$(cat "$folder/database-password")
broker=$(cat "$folder/broker-password")
questions=$(cat "$folder/broker-auth-secret")
printf 'postgres://fibado:%s@database:5432/fibado' "$database" >"$folder/database-url"
printf 'amqp://fibado:%s@rabbitmq:5672' "$broker" >"$folder/amqp-url"

cat >"$folder/rabbitmq.conf" <<CONF
default_user = fibado
default_pass = $broker
loopback_users = none
auth_backends.1 = internal
auth_backends.2.authn = http
auth_backends.2.authz = cache
auth_cache.cached_backend = http
auth_cache.cache_ttl = 5000
auth_http.http_method = post
auth_http.user_path = http://api:8081/$questions/user
auth_http.vhost_path = http://api:8081/$questions/vhost
auth_http.resource_path = http://api:8081/$questions/resource
auth_http.topic_path = http://api:8081/$questions/topic
web_stomp.tcp.port = 15674
CONF

chmod 0755 "$folder"
chmod 0444 "$folder"/*
