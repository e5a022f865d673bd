#define _GNU_SOURCE
#include "pty.h"
#include "chip.h"
#include "line.h"
#include <asm/termbits.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int master = -1;
static bool is_open, resets_on_open;
static char name[64];
static const char *link_path;

void pty_reset_on_open(bool resets) {
    resets_on_open = resets;
}

int pty_fd(void) {
    return is_open ? master : -1;
}

const char *pty_name(void) {
    return name;
}

static bool make_raw(int fd) {
    struct termios2 settings;
    if (ioctl(fd, TCGETS2, &settings) != 0) {
        return false;
    }
    settings.c_iflag = settings.c_oflag = settings.c_lflag = 0;
    settings.c_cflag = (settings.c_cflag & ~(CSIZE | PARENB)) | CS8 | CREAD | CLOCAL;
    return ioctl(fd, TCSETS2, &settings) == 0;
}

// Replaces an old link by a new one without a moment in which there is none.
static bool point_link_at(const char *target) {
    char aside[4096];
    if (!link_path) {
        return true;
    }
    snprintf(aside, sizeof aside, "%s.new", link_path);
    unlink(aside);
    return symlink(target, aside) == 0 && rename(aside, link_path) == 0;
}

bool pty_open(const char *link) {
    link_path = link;
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        return false;
    }
    if (ptsname_r(master, name, sizeof name) != 0) {
        return false;
    }
    // Opened and closed once: from now on a hang-up means that no program has it open.
    int slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (slave < 0) {
        return false;
    }
    bool raw = make_raw(slave);
    close(slave);
    is_open = false;
    return raw && point_link_at(name);
}

void pty_close(void) {
    if (link_path) {
        unlink(link_path);
    }
    if (master >= 0) {
        close(master);
    }
    master = -1;
    is_open = false;
    name[0] = 0;
}

static void notice_opening(void) {
    struct pollfd question = {.fd = master};
    bool now_open = poll(&question, 1, 0) >= 0 && !(question.revents & POLLHUP);
    if (now_open && !is_open && resets_on_open) {
        chip_reset(RESET_EXTERNAL);
    }
    is_open = now_open;
}

static void adopt_baud(void) {
    struct termios2 settings;
    if (ioctl(master, TCGETS2, &settings) == 0) {
        line_set_host_baud(settings.c_ospeed);
    }
}

void pty_pump(void) {
    uint8_t bytes[4096];
    if (master < 0) {
        return;
    }
    notice_opening();
    if (is_open) {
        adopt_baud();
        ssize_t count = read(master, bytes, sizeof bytes);
        if (count > 0) {
            line_host_sends(bytes, (size_t)count);
        }
    }
    size_t count = line_host_receives(bytes, sizeof bytes);
    // What does not fit in the reader's buffer is lost, as at a real port.
    if (is_open && count && write(master, bytes, count) < 0 && errno != EAGAIN && errno != EIO) {
        fprintf(stderr, "harness: %s: %s\n", name, strerror(errno));
    }
}
