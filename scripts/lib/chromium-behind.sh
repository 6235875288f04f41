#!/bin/sh
# Debian's headless Chromium with the lowest priority, or that of PRIMACY_NICE. Whoever drives a browser starts it in a session of
# its own, and a kernel that groups processes by session counts niceness within each alone: the session itself has to be nice.
{ echo "${PRIMACY_NICE:-19}" >/proc/self/autogroup; } 2>/dev/null
exec /usr/bin/chromium-headless-shell "$@"
